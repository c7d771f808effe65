import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { ALL_TABLES } from './row-cache.ts'
import { Statements } from './statements.ts'

test('rows equal those of the driver', () => {
  const database = new Sqlite(':memory:')
  const statements = new Statements(database)
  statements.run('create table things (id integer primary key, "odd ""name" text, bytes blob)', [])
  expect(statements.run('insert into things values (?, ?, ?)', [7, 'ü', Buffer.from([1, 0])])).toMatchObject({
    rows: [],
    numAffectedRows: 1n,
    insertId: 7n,
  })
  for (const sql of [
    'select * from things',
    'select id, id + 1 as id from things',
    'select * from things where id < 0',
  ])
    expect(statements.run(sql, []).rows, sql).toEqual(database.prepare(sql).all())
})

test('a cached statement picks up new columns of its table', () => {
  const statements = new Statements(new Sqlite(':memory:'))
  statements.run('create table things (id integer)', [])
  statements.run('insert into things values (1)', [])
  expect(statements.run('select * from things', []).rows).toEqual([{ id: 1 }])
  statements.run("alter table things add column name text default 'n'", [])
  expect(statements.run('select * from things', []).rows).toEqual([{ id: 1, name: 'n' }])
})

test('the table that a statement writes is known, wherever its text begins', () => {
  const committed: string[] = []
  const statements = new Statements(new Sqlite(':memory:'), (tables) => committed.push(...tables))
  statements.run('create table things (id integer)', [])
  committed.length = 0
  statements.run('\n  insert into things values (1)', [])
  statements.run('\n  update "things" set id = 2', [])
  statements.run('\n  delete from things where id = 1', [])
  statements.run('\n  replace into things values (3)', [])
  expect(committed).toEqual(['things', 'things', 'things'])
  statements.run('\n  delete from things', [])
  expect(committed.at(-1)).toBe(ALL_TABLES)
  statements.run('create table waiting_words (id integer)', [])
  statements.run('insert into waiting_words values (1)', [])
  statements.run('delete from waiting_words', [])
  expect(committed.slice(-2)).toEqual(['waiting_words', 'waiting_words'])
})

test('only statements that may have written something are counted', () => {
  const statements = new Statements(new Sqlite(':memory:'))
  statements.run('create table things (id integer)', [])
  const before = statements.writes
  statements.run('select * from things', [])
  expect(statements.writes).toBe(before)
  statements.run('delete from things', [])
  expect(statements.writes).toBe(before)
  statements.run('insert into things values (1) returning id', [])
  expect(statements.writes).toBe(before + 1)
  statements.run('delete from things', [])
  expect(statements.writes).toBe(before + 2)
})

test('a limit is no bare parameter, for which SQLite would plan the statement anew each time', () => {
  const executed: unknown[] = []
  const statements = new Statements(new Sqlite(':memory:', { verbose: (sql) => executed.push(sql) }))
  statements.run('create table things (id integer)', [])
  for (const id of [1, 2, 3]) statements.run('insert into things values (?)', [id])
  const few = 'select id from (select id from things order by id limit ?) where id > ? limit ?'
  expect(statements.run(few, [2, 0, 5]).rows).toEqual([{ id: 1 }, { id: 2 }])
  expect(statements.run(few, [3, 1, 1]).rows).toEqual([{ id: 2 }])
  expect(executed.at(-1)).toMatch(/limit \+3\b.*limit \+1\b/)
})
