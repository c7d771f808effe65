// URLs from before credentials were sealed: a start seals them before it answers, however they came into the database.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeBackup } from '../../src/backup/backup.ts'
import { restorePart } from '../../src/backup/partial/restore-part.ts'
import { restoreBackup } from '../../src/backup/restore.ts'
import { readConfig } from '../../src/config.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { migrateTo } from '../../src/db/migrate.ts'
import { openPostgres } from '../../src/db/postgres.ts'
import { openSqliteFile } from '../../src/db/sqlite/file.ts'
import type { Db } from '../../src/db/tables.ts'
import { isSealingQueued, sealStoredUrls } from '../../src/domain/stored-urls/index.ts'
import { diskBackend } from '../../src/files/disk.ts'
import { createVault } from '../../src/lib/sealing.ts'
import { readUrl } from '../../src/lib/stored-urls.ts'
import { startServer } from '../../src/serve.ts'
import { databaseKind, freshDatabase, migratedDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'

const SECRET = 'the-secret-of-all-databases-that-are-stored-for-tests'
const PLAIN = 'https://me:hush-hush-hush@api.example.com/hook'

const closing: (() => unknown)[] = []
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-plain-'))
  closing.push(() => rmSync(folder, { recursive: true, force: true }))
})

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A database of the last schema without sealed addresses, with a specification and a webhook at `url`. */
async function leftBehind(url: string): Promise<string> {
  const fresh = await freshDatabase()
  closing.push(fresh.remove)
  const db =
    databaseKind === 'postgres' ? openPostgres(fresh.url, { connections: 1 }).kysely : openSqliteFile(fresh.url)
  await migrateTo(db, ['0015-own-keys'])
  const at = '2026-01-01T00:00:00.000Z'
  const rows = [
    sql`insert into organizations (id, title, type, email_domains, sso, ai, invite_links, created_at)
      values ('o', 'O', 'business', '[]', 0, 0, 1, ${at})`,
    sql`insert into openapi_specs (id, organization_id, slug, source_url, request_id, state, visibility, created_at, updated_at)
      values ('s', 'o', 'slug', ${url}, 'r', 'completed', 'private', ${at}, ${at})`,
    sql`insert into openapi_versions (id, spec_id, hash, url, format, files, raw_blob, source_blob, created_at)
      values ('v', 's', 'h', ${url}, 'json', '[]', 'b', 'b', ${at})`,
    sql`insert into webhooks (id, organization_id, url, events, spaces, sites, secret, active, cursor, failures, created_at,
      updated_at) values ('w', 'o', ${url}, '[]', '[]', '[]', 'x', 1, 0, 0, ${at}, ${at})`,
  ]
  for (const row of rows) await row.execute(db)
  await db.destroy()
  return fresh.url
}

async function open(url: string): Promise<Database> {
  const database = await openDatabase({ url })
  closing.push(() => database.close())
  return database
}

const storeOf = (database: Database) => ({
  ...{ database, backend: diskBackend(join(folder, 'files')), data: folder },
  ...{ secret: SECRET, secretFile: undefined },
})

/** A server that has just started. */
async function started(url: string): Promise<Database> {
  const port = String(await freePort())
  const place = databaseKind === 'postgres' ? { DATABASE_URL: url } : { LECTERN_DATA: join(url, '..') }
  const env = { LECTERN_DATA: folder, ...place, LECTERN_SECRET: SECRET, PORT: port, LOG_LEVEL: 'silent' }
  const { database, stop } = await startServer(readConfig(env))
  closing.push(() => stop())
  return database
}

const urlsIn = async (db: Db): Promise<unknown[]> => {
  const [spec] = await db.selectFrom('openapi_specs').select(['source_url', 'sealed_source']).execute()
  const [version] = await db.selectFrom('openapi_versions').select('url').execute()
  const [webhook] = await db.selectFrom('webhooks').select(['url', 'sealed_url']).execute()
  return [spec, version, webhook]
}

async function expectSealed(db: Db): Promise<void> {
  const shown = 'https://api.example.com/hook'
  const sealed = expect.any(String)
  expect(await urlsIn(db)).toEqual([
    { source_url: shown, sealed_source: sealed },
    { url: shown },
    { url: shown, sealed_url: sealed },
  ])
  const { url, sealed_url } = await db.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow()
  expect(readUrl({ shown: url, sealed: sealed_url }, createVault(SECRET))).toBe(PLAIN)
}

test('an upgraded database: they are sealed when the server answers, and no later start looks for them', async () => {
  const database = await started(await leftBehind(PLAIN))
  await expectSealed(database.read)
  await expect.poll(() => isSealingQueued(database.read), { timeout: 10_000 }).toBe(false)
}, 60_000)

test('whatever ends a start before they are sealed, the next one seals them', async () => {
  const database = await open(await leftBehind(PLAIN))
  await database.migrate()
  const failing = { read: database.read, write: () => Promise.reject(new Error('killed')) }
  await expect(sealStoredUrls(failing, createVault(SECRET))).rejects.toThrow('killed')
  expect(await isSealingQueued(database.read)).toBe(true)
  await sealStoredUrls(database, createVault(SECRET))
  await expectSealed(database.read)
})

test('URLs without credentials stay as they are', async () => {
  const url = 'https://api.example.com/hook?room=3'
  const database = await started(await leftBehind(url))
  await expect.poll(() => isSealingQueued(database.read), { timeout: 10_000 }).toBe(false)
  expect(await urlsIn(database.read)).toEqual([
    { source_url: url, sealed_source: null },
    { url },
    { url, sealed_url: null },
  ])
}, 60_000)

test('a new database has nothing to seal', async () => {
  const fresh = await migratedDatabase()
  closing.push(fresh.remove)
  expect(await isSealingQueued((await open(fresh.url)).read)).toBe(false)
})

test('a backup of before: they are sealed by the first start after it was restored', async () => {
  const file = join(folder, 'old.db')
  await writeBackup(storeOf(await open(await leftBehind(PLAIN))), file)
  const fresh = await freshDatabase()
  closing.push(fresh.remove)
  const database = await openDatabase({ url: fresh.url })
  await restoreBackup(file, storeOf(database))
  await database.close()
  await expectSealed((await started(fresh.url)).read)
}, 60_000)

test('one organization of such a backup: the running server seals them', async () => {
  const file = join(folder, 'old.db')
  await writeBackup(storeOf(await open(await leftBehind(PLAIN))), file)
  const fresh = await migratedDatabase()
  closing.push(fresh.remove)
  const database = await started(fresh.url)
  await restorePart(file, storeOf(database), { kind: 'organization', id: 'o' })
  await expect.poll(() => isSealingQueued(database.read), { timeout: 10_000 }).toBe(false)
  await expectSealed(database.read)
}, 60_000)
