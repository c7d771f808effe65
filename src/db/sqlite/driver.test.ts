import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openConnection } from './driver.ts'
import { hasSqlite, openWithNode } from './node-driver.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-driver-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const codeOf = (work: () => unknown): unknown => {
  try {
    work()
    return undefined
  } catch (error) {
    return (error as { code?: unknown }).code
  }
}

const drivers = [
  { name: 'the driver that is found', open: openConnection, isThere: true },
  { name: 'the SQLite of Node', open: openWithNode, isThere: hasSqlite() },
]

describe.each(drivers)('$name', ({ name, open, isThere }) => {
  test.skipIf(!isThere)('reads and writes values of every kind', () => {
    const connection = open(':memory:', 0)
    connection.prepare('create table things (id integer primary key, name text, size real, bytes blob)').run([])
    const insert = connection.prepare('insert into things values (?, ?, ?, ?)')
    expect(insert.run([7, 'ü', 1.5, Buffer.from([1, 0])])).toEqual({ changes: 1, lastInsertRowid: 7 })
    expect(insert.run([8, null, null, null])).toMatchObject({ changes: 1 })
    const all = connection.prepare('select * from things order by id').raw()
    expect(all.columns().map((column) => column.name)).toEqual(['id', 'name', 'size', 'bytes'])
    expect(all.all([])).toEqual([
      [7, 'ü', 1.5, Buffer.from([1, 0])],
      [8, null, null, null],
    ])
    const [first] = [...connection.prepare('select bytes from things').iterate([])]
    expect(first).toEqual({ bytes: Buffer.from([1, 0]) })
    connection.function('twice', { deterministic: true }, (text) => `${text}${text}`)
    expect(connection.prepare('select twice(?)').raw().get(['ab'])).toEqual(['abab'])
    connection.close()
  })

  test.skipIf(!isThere)('says what statements do', () => {
    const connection = open(':memory:', 0)
    connection.prepare('create table things (id integer)').run([])
    const kinds = Object.entries({
      'select * from things': [true, true],
      'with x as (select 1) select * from x': [true, true],
      'insert into things values (1)': [false, false],
      'with x as (select 1 as id) insert into things select id from x': [false, false],
      'insert into things values (1) returning id': [false, true],
      'delete from things': [false, false],
      begin: [true, false],
      'begin immediate': [false, false],
      commit: [true, false],
    })
    for (const [sql, kind] of kinds) {
      const { readonly, reader } = connection.prepare(sql)
      expect([readonly, reader], sql).toEqual(kind)
    }
    connection.prepare('begin').run([])
    expect(connection.inTransaction).toBe(true)
    connection.prepare('commit').run([])
    expect(connection.inTransaction).toBe(false)
    connection.close()
  })

  test.skipIf(!isThere)('names errors', () => {
    const file = join(folder, `${name}.db`)
    const [connection, other] = [open(file, 0), open(file, 0)]
    connection.prepare('create table things (id integer primary key, name text unique)').run([])
    const insert = connection.prepare('insert into things values (?, ?)')
    insert.run([1, 'a'])
    expect(codeOf(() => insert.run([1, 'b']))).toBe('SQLITE_CONSTRAINT_PRIMARYKEY')
    expect(codeOf(() => insert.run([2, 'a']))).toBe('SQLITE_CONSTRAINT_UNIQUE')
    connection.prepare('begin immediate').run([])
    expect(codeOf(() => other.prepare('begin immediate').run([]))).toBe('SQLITE_BUSY')
    connection.close()
    other.close()
    expect(codeOf(() => open(join(folder, 'missing', 'x.db'), 0))).toSatisfy(
      (code) => code === 'SQLITE_CANTOPEN' || code === undefined,
    )
  })
})
