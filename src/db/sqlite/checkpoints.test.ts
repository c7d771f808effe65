import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkpoint } from './checkpoint.ts'
import { Checkpoints } from './checkpoints.ts'
import { open } from './sqlite.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-checkpoints-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a thread copies the log into the database, which counts as no change by others', async () => {
  const file = join(folder, 'data.db')
  const connection = open(file)
  connection.pragma('journal_mode = WAL')
  connection.pragma('wal_autocheckpoint = 0')
  connection.prepare('create table notes (text)').run([])
  connection.prepare("insert into notes values ('kept')").run([])
  const before = connection.pragma('data_version')
  expect(() => readAlone(file)).toThrow('no such table')
  const checkpoints = new Checkpoints(file)
  checkpoints.noteCommit(999)
  await checkpoints.close()
  expect(() => readAlone(file)).toThrow('no such table')
  checkpoints.noteCommit(1000)
  await checkpoints.close()
  expect(readAlone(file)).toEqual([{ text: 'kept' }])
  expect(connection.pragma('data_version')).toEqual(before)
  connection.close()
})

test('a transaction that is open neither waits for a checkpoint nor is copied', () => {
  const file = join(folder, 'open.db')
  const connection = open(file)
  connection.pragma('journal_mode = WAL')
  connection.prepare('create table notes (text)').run([])
  connection.prepare('begin immediate').run([])
  connection.prepare("insert into notes values ('open')").run([])
  checkpoint(file)
  expect(readAlone(file)).toEqual([])
  connection.prepare('commit').run([])
  checkpoint(file)
  expect(readAlone(file)).toEqual([{ text: 'open' }])
  connection.close()
})

test('one is made at a time, and a failed one is made up for by the next', async () => {
  const ended: (() => void)[] = []
  const begun: string[] = []
  const checkpoints = new Checkpoints('x', (file) => {
    begun.push(file)
    return new Promise((_, reject) => void ended.push(() => reject(new Error('no space left'))))
  })
  checkpoints.noteCommit(1500)
  checkpoints.noteCommit(3000)
  expect(begun).toHaveLength(1)
  for (const end of ended.splice(0)) end()
  await checkpoints.close()
  checkpoints.noteCommit(3001)
  expect(begun).toHaveLength(2)
})

/** The rows of the database without its log. */
function readAlone(file: string): unknown[] {
  const copy = `${file}.${Math.random()}`
  copyFileSync(file, copy)
  const connection = open(copy)
  try {
    return connection.prepare('select text from notes').all([])
  } finally {
    connection.close()
  }
}
