// Backups on schedule: in a folder and in a bucket, with and without a key, killed in between, and restored.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../test/support/database.ts'
import { startedS3 } from '../../../test/support/s3-server.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { insertOrganization } from '../../domain/people/organizations.ts'
import { diskBackend } from '../../files/disk.ts'
import { createStore } from '../../files/store.ts'
import { prepareStart } from '../../setup/first-start.ts'
import { summarize } from '../digest.ts'
import { restoreBackup, type Target } from '../restore.ts'
import { verifyBackup } from '../verify.ts'
import { assembleBackup, findBackup } from './assemble.ts'
import { backupAge, makeDueBackup, openBackups } from './index.ts'
import { requestRun } from './runs.ts'
import { nextTime, parseSchedule } from './schedule.ts'
import type { TargetOptions } from './shelf.ts'
import { writeScheduledBackup } from './write.ts'

const KEY = 'a key for backups of at least 32 characters'
const logger = pino({ level: 'silent' })
const s3 = startedS3()

let folder: string
let closing: (() => Promise<void>)[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-scheduled-'))
  closing = []
})

afterEach(async () => {
  for (const close of closing.reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
})

async function emptyStore(): Promise<Target> {
  const fresh = await freshDatabase()
  const database = await openDatabase({ url: fresh.url })
  closing.push(async () => {
    await database.close()
    await fresh.remove()
  })
  const data = mkdtempSync(join(folder, 'data-'))
  const backend = diskBackend(join(data, 'files'))
  return { database, backend, data, secret: 'a secret of at least 32 characters', secretFile: join(data, 'secret') }
}

async function startedStore(): Promise<Target> {
  const store = await emptyStore()
  await store.database.migrate()
  await prepareStart(store.database, undefined)
  return store
}

const addFile = (store: Target, bytes: Buffer) => createStore(store.backend, join(store.data, 'incoming')).put([bytes])
const grow = ({ database }: Target, title: string) => database.write((db) => insertOrganization(db, { title }))
const contents = (database: Database) => database.snapshot((db) => summarize(db, [], () => {}))
const TIMES = [{ day: undefined, hour: 2, minute: 30 }]
const openIn = (store: Target, options: Partial<TargetOptions> & { keep?: number } = {}) =>
  openBackups({ to: { folder: join(folder, 'shelf') }, times: TIMES, keep: 3, ...options }, store)

const filesBelow = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

describe.each([
  ['a folder, encrypted', () => ({ to: { folder: join(folder, 'shelf') }, key: KEY })],
  ['a bucket', () => ({ to: { s3: { ...s3, prefix: 'plain/' } } })],
] as const)('backups in %s', (_where, target) => {
  test('hold every row, file and the secret; the next one adds what is new', async () => {
    const store = await startedStore()
    const big = Buffer.alloc(5_000_000, 'Lectern')
    const { blob } = await addFile(store, big)
    mkdirSync(join(store.data, 'files/texts'))
    writeFileSync(join(store.data, 'files/texts/empty'), '')
    const { shelf } = openIn(store, target())
    const first = await writeScheduledBackup(store, shelf)
    expect(first).toMatchObject({ files: 2, fileBytes: big.length })
    await grow(store, 'Added later')
    const second = await writeScheduledBackup(store, shelf)
    expect(second.rows).toBeGreaterThan(first.rows)
    expect(second.newPieces).toBeLessThanOrEqual(2)
    expect(second.newBytes).toBeLessThan(first.newBytes / 10)

    const file = join(folder, 'fetched.db')
    await assembleBackup(shelf, (await findBackup(shelf, 'latest'))!, file)
    expect((await verifyBackup(file, { scratch: folder })).faults).toEqual([expect.stringContaining('has no admin')])
    const restored = await emptyStore()
    await restoreBackup(file, { ...restored, secret: 'another secret of at least 32 characters' })
    expect(await contents(restored.database)).toEqual(await contents(store.database))
    expect(readFileSync(restored.secretFile!, 'utf8')).toBe(store.secret)
    const found = await createStore(restored.backend, folder).find(blob)
    expect(Buffer.concat(await (await found!.read()).toArray()).equals(big)).toBe(true)
  }, 120_000)
})

describe('a backup', () => {
  test('that was encrypted tells nothing without its key, and stays beside those with another', async () => {
    const store = await startedStore()
    await addFile(store, Buffer.from('a secret text in a file'))
    await grow(store, 'Organization with a secret name')
    const sealed = openIn(store, { key: KEY })
    await writeScheduledBackup(store, sealed.shelf)
    for (const file of filesBelow(join(folder, 'shelf')))
      expect(readFileSync(file).includes('secret'), file).toBe(false)
    const other = openIn(store, { key: `another ${KEY}` })
    expect(await findBackup(other.shelf, 'latest')).toBeUndefined()
    await makeDueBackup(other, logger)
    expect(await sealed.shelf.listBackups()).toHaveLength(1)
    expect(await sealed.shelf.countForeign()).toBe(1)
    await assembleBackup(sealed.shelf, (await findBackup(sealed.shelf, 'latest'))!, join(folder, 'still.db'))
  }, 60_000)

  test('whose pieces were changed or lost is refused', async () => {
    const store = await startedStore()
    const { shelf } = openIn(store)
    const { name } = await writeScheduledBackup(store, shelf)
    const pieces = filesBelow(join(folder, 'shelf/pieces'))
    const [first] = pieces.sort((a, b) => readFileSync(b).length - readFileSync(a).length)
    const bytes = readFileSync(first!)
    writeFileSync(first!, Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.at(-1)! ^ 1])]))
    await expect(assembleBackup(shelf, name, join(folder, 'changed.db'))).rejects.toThrow()
    rmSync(first!)
    await expect(assembleBackup(shelf, name, join(folder, 'lost.db'))).rejects.toThrow('is missing')
    expect(readdirSync(folder)).not.toContain('lost.db')
  }, 60_000)

  // Whatever a killed server leaves behind: pieces without a list, and incomplete files beside them.
  test('that was killed at any moment is none, and the next one is whole', async () => {
    const store = await startedStore()
    const { shelf } = openIn(store)
    for (const steps of [0, 1, 3, 10, 40]) {
      let left = steps
      const dying = {
        ...shelf,
        putText: async (hash: string, text: string) => {
          if (left-- === 0) throw new Error('killed')
          return shelf.putText(hash, text)
        },
        putBackup: () => Promise.reject(new Error('killed')),
      }
      await expect(writeScheduledBackup(store, dying)).rejects.toThrow('killed')
      expect(await shelf.listBackups()).toEqual([])
    }
    mkdirSync(join(folder, 'shelf/backup.incoming'), { recursive: true })
    writeFileSync(join(folder, 'shelf/backup.incoming/half'), 'half')
    await makeDueBackup(openIn(store), logger)
    expect(readdirSync(join(folder, 'shelf')).sort()).toEqual(['backup.incoming', 'backups', 'pieces'])
    expect(readdirSync(join(folder, 'shelf/backup.incoming'))).toEqual([])
    await assembleBackup(shelf, (await findBackup(shelf, 'latest'))!, join(folder, 'whole.db'))
    expect((await verifyBackup(join(folder, 'whole.db'), { scratch: folder })).faults).toEqual([])
  }, 60_000)
})

describe('the schedule', () => {
  test('names times of the day, in UTC, on all days or on one', () => {
    const times = (text: string) => (parseSchedule(text) as { times: typeof TIMES }).times
    expect(nextTime(times('02:30'), '2026-03-01T02:30:00.000Z')).toBe('2026-03-02T02:30:00.000Z')
    expect(nextTime(times('02:30, 14:00'), '2026-03-01T02:30:00.000Z')).toBe('2026-03-01T14:00:00.000Z')
    expect(nextTime(times('Sun 04:00'), '2026-03-01T04:00:00.000Z')).toBe('2026-03-08T04:00:00.000Z')
    for (const wrong of ['', '24:00', '2:30', 'someday 02:30', '02:30,'])
      expect(parseSchedule(wrong)).toHaveProperty('wrong')
  })

  test('makes the first backup at once, then waits; others are made on request, and old ones are removed', async () => {
    const store = await startedStore()
    const backups = openIn(store, { keep: 2 })
    await makeDueBackup(backups, logger)
    await makeDueBackup(backups, logger)
    expect(await backups.shelf.listBackups()).toHaveLength(1)
    for (const title of ['One', 'Two', 'Three']) {
      await grow(store, title)
      const asked = await store.database.write((db) => requestRun(db, backups.target, 'somebody'))
      expect((await store.database.write((db) => requestRun(db, backups.target, 'another'))).id).toBe(asked.id)
      await makeDueBackup(backups, logger)
    }
    const names = await backups.shelf.listBackups()
    const runs = await store.database.read.selectFrom('backup_runs').selectAll().orderBy('id').execute()
    expect(runs.map(({ state, kept }) => [state, kept])).toEqual([
      ['done', 0],
      ['done', 0],
      ['done', 1],
      ['done', 1],
    ])
    expect(runs.slice(2).map(({ name }) => name)).toEqual(names)
    for (const name of names) await assembleBackup(backups.shelf, name, join(folder, name))
    expect((await backupAge(store.database, backups.target)).age).toBeLessThan(60)
  }, 60_000)

  test('goes on after a failure, which says why', async () => {
    const store = await startedStore()
    writeFileSync(join(folder, 'shelf'), 'a file where the folder should be')
    const backups = openIn(store)
    await makeDueBackup(backups, logger)
    await makeDueBackup(backups, logger)
    const runs = await store.database.read.selectFrom('backup_runs').selectAll().execute()
    expect(runs).toMatchObject([{ state: 'failed', error: expect.stringContaining('shelf') }])
    expect(await backupAge(store.database, backups.target)).toEqual({ age: undefined, failed: true })
    rmSync(join(folder, 'shelf'))
    await store.database.write((db) => requestRun(db, backups.target, 'somebody'))
    await makeDueBackup(backups, logger)
    expect((await backupAge(store.database, backups.target)).failed).toBe(false)
  }, 60_000)
})
