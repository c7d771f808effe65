// @slow
// Upgrades databases and backups of released versions (`prove/make-fixture.ts` creates them): the replies of the
// release must still hold.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ADMIN_TOKEN } from '../../bench/servers.ts'
import { listFaults } from '../../src/backup/integrity.ts'
import { restoreBackup } from '../../src/backup/restore.ts'
import { readConfig } from '../../src/config.ts'
import { replaceAll } from '../../src/db/copy.ts'
import { openDatabase } from '../../src/db/database.ts'
import { migrateTo, pendingMigrations } from '../../src/db/migrate.ts'
import { openPostgres } from '../../src/db/postgres.ts'
import { openSqliteFile } from '../../src/db/sqlite/file.ts'
import { diskBackend } from '../../src/files/disk.ts'
import { type RunningServer, startServer } from '../../src/serve.ts'
import { databaseKind, type FreshDatabase, freshDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { type Http, httpAs } from '../support/http.ts'

const here = dirname(fileURLToPath(import.meta.url))
const RELEASES = readdirSync(here, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []))
const SECRET = 'the-secret-of-all-databases-that-are-stored-for-tests'

let data: string
let fresh: FreshDatabase
let running: RunningServer | undefined

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'lectern-upgrade-'))
  fresh = await freshDatabase()
})

afterEach(async () => {
  await running?.stop()
  running = undefined
  await fresh.remove()
  rmSync(data, { recursive: true, force: true })
})

/** The data folder of the server, with the database if that is a file. */
const home = () => (databaseKind === 'postgres' ? data : dirname(fresh.url))

const stored = (release: string, name: string): Buffer => gunzipSync(readFileSync(join(here, release, `${name}.gz`)))

function unpack(release: string, name: string, file = join(data, name)): string {
  writeFileSync(file, stored(release, name))
  return file
}

/** Installs the database of a release for a current server. */
async function leaveBehind(release: string): Promise<void> {
  if (databaseKind === 'sqlite') return void unpack(release, 'sqlite.db', fresh.url)
  // Released migrations are never edited, so they still create the schema of that release.
  const from = openSqliteFile(unpack(release, 'postgres-backup.db'))
  const { kysely } = openPostgres(fresh.url, { connections: 2 })
  await migrateTo(kysely, [release])
  await kysely.transaction().execute((db) => replaceAll(from, db))
  await from.destroy()
  await kysely.destroy()
}

async function restore(release: string): Promise<void> {
  const database = await openDatabase({ url: fresh.url })
  const target = { database, backend: diskBackend(join(home(), 'files')), data, secret: SECRET, secretFile: undefined }
  const { faults, warnings } = await restoreBackup(unpack(release, 'postgres-backup.db'), target)
  expect([...faults, ...warnings]).toEqual([])
  await database.close()
}

/** A current server on the existing data, once it is idle. */
async function start(): Promise<Http> {
  const port = await freePort()
  running = await startServer(
    readConfig({
      DATABASE_URL: databaseKind === 'postgres' ? fresh.url : undefined,
      LECTERN_DATA: home(),
      LECTERN_SECRET: SECRET,
      LECTERN_URL: `http://127.0.0.1:${port}`,
      PORT: String(port),
      LOG_LEVEL: 'silent',
    }),
  )
  const kinds = ['find-missing', 'index-space', 'seal-urls']
  const isIndexing = () =>
    running!.database.read.selectFrom('jobs').select('id').where('kind', 'in', kinds).executeTakeFirst()
  while (await isIndexing()) await pause(20)
  return httpAs(running.url, ADMIN_TOKEN)
}

/** Links depend on the server and the time; times of last use on later requests. */
const PASSING = ['urls', 'downloadURL', 'acsURL', 'entityID', 'startURL', 'lastUsedAt', 'lastSeenAt']

/** Intended changes of an upgrade; each has a test below. */
const CHANGED: Record<string, string[]> = { '0003-links-and-search': ['comments'] }

function without(fields: readonly string[], value: unknown): unknown {
  if (Array.isArray(value)) return value.map((inner) => without(fields, inner))
  if (value === null || typeof value !== 'object') return value
  const kept = Object.entries(value).filter(([key]) => !fields.includes(key))
  return Object.fromEntries(kept.map(([key, inner]) => [key, without(fields, inner)]))
}

/** Up to this release, Markdown had no page title. */
const LAST_WITHOUT_TITLES = '0015'

function asToday(release: string, answer: unknown): unknown {
  const page = answer as { title?: string; markdown?: string }
  if (release > LAST_WITHOUT_TITLES || page.title === undefined || page.markdown === undefined) return answer
  return { ...page, markdown: [`# ${page.title}\n`, page.markdown].filter(Boolean).join('\n') }
}

async function expectIntact(release: string, http: Http): Promise<void> {
  const left = [...PASSING, ...(CHANGED[release] ?? [])]
  const answers: [string, unknown][] = Object.entries(JSON.parse(String(stored(release, 'answers.json'))))
  for (const [path, answer] of answers) {
    const { status, body } = await http.get(`/v1${path}`)
    expect([path, status]).toEqual([path, 200])
    expect(body, path).toMatchObject(without(left, asToday(release, answer)) as object)
  }
  expect(await pendingMigrations(running!.database.read)).toEqual([])
  expect(await running!.database.snapshot((db) => listFaults(db))).toEqual([])
}

/** A backup also contains files. */
async function expectBytes(release: string, http: Http): Promise<void> {
  const paths = Object.keys(JSON.parse(String(stored(release, 'answers.json'))))
  for (const path of paths.filter((each) => each.endsWith('/content/files')))
    for (const { downloadURL } of (await http.get(`/v1${path}`)).body.items)
      expect(await (await fetch(downloadURL)).text()).toBe('The bytes of a file.\n')
}

describe.each(RELEASES)('%s', (release) => {
  test('its database is upgraded with all data', async () => {
    await leaveBehind(release)
    await expectIntact(release, await start())
  })

  test('its backup is restored with all data', async () => {
    await restore(release)
    const http = await start()
    await expectIntact(release, http)
    await expectBytes(release, http)
  })

  test.runIf(databaseKind === 'sqlite')('its migrations still create its schema', async () => {
    const migrated = join(data, 'migrated.db')
    const db = openSqliteFile(migrated)
    await migrateTo(db, [release])
    await db.destroy()
    expect(schemaOf(migrated)).toEqual(schemaOf(unpack(release, 'sqlite.db')))
  })
})

function schemaOf(file: string): unknown[] {
  const database = new Sqlite(file, { readonly: true })
  const rows = database.prepare('select type, name, tbl_name, sql from sqlite_master order by type, name').all()
  database.close()
  return rows
}

test('0003: comments of reviews become comments', async () => {
  await leaveBehind('0003-links-and-search')
  const http = await start()
  const { items } = (await http.get('/v1/orgs')).body
  const { items: spaces } = (await http.get(`/v1/orgs/${items[0].id}/spaces`)).body
  const said: string[] = []
  for (const { id } of spaces)
    for (const { id: change } of (await http.get(`/v1/spaces/${id}/change-requests`)).body.items) {
      const url = `/v1/spaces/${id}/change-requests/${change}/comments?format=markdown&status=all`
      said.push(
        ...(await http.get(url)).body.items.map((comment: { body: { markdown: string } }) =>
          comment.body.markdown.trim(),
        ),
      )
    }
  expect(said.sort()).toEqual(['A *word* is missing.', 'Fine **as it is**.'])
})

test('0014: event cursors keep their position', async () => {
  await leaveBehind('0014-visibility-and-consent')
  const database = await openDatabase({ url: fresh.url })
  const far = { webhooks: 1_000_000, integration_installations: 2 } as const
  await database.write(async (db) => {
    for (const [table, cursor] of Object.entries(far))
      await sql`update ${sql.table(table)} set cursor = ${cursor}`.execute(db)
  })
  await database.migrate()
  const { rows } = await sql<{ cursor: number; last: number }>`
    select cursor, (select max(sequence) from events where organization_id = webhooks.organization_id) as last
    from webhooks`.execute(database.read)
  expect(rows.map(({ cursor }) => cursor)).toEqual(rows.map(({ last }) => last))
  expect(rows[0]!.last).toBeGreaterThan(2)
  const followers = await database.read.selectFrom('integration_installations').select('cursor').execute()
  expect(followers).toEqual([{ cursor: 2 }])
  await database.close()
})
