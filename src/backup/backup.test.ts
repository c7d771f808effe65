// @slow
// Backups of a store in use, restored on both databases, and files that must be rejected.
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databaseKind, freshDatabase } from '../../test/support/database.ts'
import { edit } from '../../test/support/edits.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { migrations } from '../db/migrations/index.ts'
import type { Db } from '../db/tables.ts'
import { adjustCommentCounts } from '../domain/comments/counts.ts'
import { insertMember, insertOrganization } from '../domain/people/organizations.ts'
import { insertUser } from '../domain/people/users.ts'
import { loadRevision, readContent } from '../domain/revisions/revisions.ts'
import { insertSpace } from '../domain/spaces/spaces.ts'
import { openTree } from '../engine/tree/draft.ts'
import { loadPageTree } from '../engine/tree/pages.ts'
import { diskBackend } from '../files/disk.ts'
import { newId } from '../lib/ids.ts'
import { now } from '../lib/time.ts'
import { prepareStart } from '../setup/first-start.ts'
import { writeBackup } from './backup.ts'
import { summarize } from './digest.ts'
import { listFaults } from './integrity.ts'
import { restoreBackup, type Target } from './restore.ts'
import { verifyBackup } from './verify.ts'

const SECRET = 'the-secret-of-the-store-that-is-backed-up'

let folder: string
let closing: (() => Promise<void>)[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-backup-'))
  closing = []
})

afterEach(async () => {
  for (const close of closing.reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
})

/** An empty store, without migrations. */
async function emptyStore(kind?: 'sqlite' | 'postgres'): Promise<Target> {
  const fresh = await freshDatabase(kind)
  const database = await openDatabase({ url: fresh.url })
  const data = mkdtempSync(join(folder, 'data-'))
  closing.push(async () => {
    await database.close()
    await fresh.remove()
  })
  const backend = diskBackend(join(data, 'files'))
  const secret = 'another-secret-of-at-least-32-characters'
  return { database, backend, data, secret, secretFile: join(data, 'secret') }
}

async function startedStore(): Promise<Target> {
  const store = { ...(await emptyStore()), secret: SECRET }
  await store.database.migrate()
  await prepareStart(store.database, undefined)
  return store
}

/** Adds an organization with an admin, a space and two collections, whose parent comes later in key order. */
const grow = (database: Database) =>
  database.write(async (db) => {
    const user = await insertUser(db, { email: `${randomUUID()}@example.com`, displayName: 'Größe 🎉' })
    const organization = await insertOrganization(db, { title: 'It\'s \\ "quoted"' })
    await insertMember(db, { organization_id: organization.id, user_id: user.id, role: 'admin' })
    await insertSpace(db, { organization_id: organization.id, parent_id: null, position: 'a0' }, { createdBy: user.id })
    const collection = {
      organization_id: organization.id,
      title: '',
      default_level: 'inherit',
      created_at: now(),
    } as const
    const [inner, outer] = [newId(), newId()]
    await db
      .insertInto('collections')
      .values({ ...collection, id: outer, position: 'a1' })
      .execute()
    await db
      .insertInto('collections')
      .values({ ...collection, id: inner, parent_id: outer, position: 'a0' })
      .execute()
  })

/** The page tree of the main content. */
async function readMain(db: Db, space: string) {
  const { revision_id } = await db.selectFrom('spaces').selectAll().where('id', '=', space).executeTakeFirstOrThrow()
  return readContent(db, loadPageTree(openTree((await loadRevision(db, revision_id)).root)))
}

const contents = (database: Database) => database.snapshot((db) => summarize(db, [], () => {}))
const fileIn = (name: string) => join(folder, name)

describe('a backup', () => {
  test('made under concurrent writers is a consistent snapshot', async () => {
    const { database, ...store } = await startedStore()
    for (let count = 0; count < 30; count++) await grow(database)
    let writing = true
    const writer = async () => {
      while (writing) {
        await grow(database)
        await turn()
      }
    }
    const writers = [writer(), writer(), writer()]
    await writeBackup({ database, ...store }, fileIn('busy.db'))
    writing = false
    await Promise.all(writers)

    const { faults, summaries } = await verifyBackup(fileIn('busy.db'), { scratch: folder })
    expect(faults).toEqual([])
    const rows = Object.fromEntries(summaries.map((summary) => [summary.name, summary.rows]))
    expect(rows.organizations).toBeGreaterThanOrEqual(31)
    expect([rows.members, rows.spaces, rows.revisions, rows.users]).toEqual(Array(4).fill(rows.organizations))
  }, 180_000)

  test.each(databaseKind === 'postgres' ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const))(
    'is restored on %s with every row, file and the secret',
    async (kind) => {
      const store = await startedStore()
      for (let count = 0; count < 250; count++) await grow(store.database)
      const big = Buffer.alloc(9_000_000, 'Lectern')
      mkdirSync(join(store.data, 'files/a'), { recursive: true })
      writeFileSync(join(store.data, 'files/a/big.bin'), big)
      writeFileSync(join(store.data, 'files/empty'), '')
      await writeBackup(store, fileIn('whole.db'))

      const target = await emptyStore(kind)
      const { warnings } = await restoreBackup(fileIn('whole.db'), target)
      expect(await contents(target.database)).toEqual(await contents(store.database))
      expect(await target.database.snapshot((db) => listFaults(db))).toEqual([])
      // Search breaks ties by the age of spaces, also of those that are created before the others are indexed again.
      const spaces = await target.database.read.selectFrom('spaces').select('id').orderBy('id').execute()
      const numbered = target.database.read.selectFrom('content_indexes').select('space_id as id').orderBy('number')
      expect(await numbered.execute()).toEqual(spaces)
      expect(readFileSync(join(target.data, 'files/a/big.bin')).equals(big)).toBe(true)
      expect(readFileSync(join(target.data, 'files/empty'), 'utf8')).toBe('')
      expect(readFileSync(target.secretFile!, 'utf8')).toBe(SECRET)
      expect(warnings).toEqual([expect.stringContaining('restart')])
      expect(readdirSync(target.data).sort()).toEqual(['files', 'secret'])

      // And back again: the same content, whichever database it went through.
      await grow(target.database)
      await writeBackup(target, fileIn('back.db'))
      await restoreBackup(fileIn('back.db'), store, { force: true })
      expect(await contents(store.database)).toEqual(await contents(target.database))
    },
    120_000,
  )

  test('preserves constraints: invalid rows are still rejected after a restore', async () => {
    const store = await startedStore()
    await writeBackup(store, fileIn('one.db'))
    await restoreBackup(fileIn('one.db'), store, { force: true })
    const orphan = store.database.write((db) =>
      db.insertInto('teams').values({ id: 'team', organization_id: 'nowhere', title: '', created_at: '' }).execute(),
    )
    await expect(orphan).rejects.toThrow(/foreign key/i)
  }, 180_000)

  test('is not restored over data without --force, which replaces all of it', async () => {
    const store = await startedStore()
    await writeBackup(store, fileIn('before.db'))
    const before = await contents(store.database)
    await grow(store.database)
    await expect(restoreBackup(fileIn('before.db'), store)).rejects.toThrow(/not empty: add --force/)
    await restoreBackup(fileIn('before.db'), store, { force: true })
    expect(await contents(store.database)).toEqual(before)
  }, 180_000)

  test('of an older schema is migrated while it is restored', async () => {
    const store = await startedStore()
    await writeBackup(store, fileIn('old.db'))
    migrations['9999-later'] = {
      up: async (db) => void (await db.schema.alterTable('teams').addColumn('motto', 'text').execute()),
    }
    try {
      const target = await emptyStore()
      await restoreBackup(fileIn('old.db'), target)
      const teams = (await target.database.read.introspection.getTables()).find(({ name }) => name === 'teams')
      expect(teams?.columns.map(({ name }) => name)).toContain('motto')
      expect(await target.database.read.selectFrom('spaces').select('id').execute()).toHaveLength(1)
      // The newer version can back up a database with the older schema.
      await writeBackup(store, fileIn('older.db'))
      await writeBackup(target, fileIn('newer.db'))
    } finally {
      delete migrations['9999-later']
    }
    await expect(verifyBackup(fileIn('newer.db'), { scratch: folder })).rejects.toThrow(/which is newer/)
    expect((await verifyBackup(fileIn('older.db'), { scratch: folder })).faults).toEqual([])
  }, 180_000)

  test('keeps a configured secret, with a warning', async () => {
    const store = await startedStore()
    await writeBackup(store, fileIn('one.db'))
    const target = { ...(await emptyStore()), secretFile: undefined }
    const { warnings } = await restoreBackup(fileIn('one.db'), target)
    expect(warnings).toEqual([expect.stringContaining('LECTERN_SECRET is not the secret of the backup')])
    expect(readdirSync(target.data)).toEqual([])
  }, 180_000)

  test('replaces an existing backup with the same name, but no other file', async () => {
    const store = await startedStore()
    await writeBackup(store, fileIn('one.db'))
    await writeBackup(store, fileIn('one.db'))
    writeFileSync(fileIn('letter.txt'), 'dear reader')
    await expect(writeBackup(store, fileIn('letter.txt'))).rejects.toThrow(/is not a backup: choose another name/)
    expect(readFileSync(fileIn('letter.txt'), 'utf8')).toBe('dear reader')
    await expect(writeBackup(store, fileIn('missing/one.db'))).rejects.toThrow(/no folder/)
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([])
  }, 180_000)
})

describe('verify rejects with a message', () => {
  const change = (file: string, statement: string) => {
    const connection = new Sqlite(file)
    connection.pragma('foreign_keys = OFF')
    connection.exec(statement)
    connection.close()
  }

  test.each<[string, (file: string) => void, RegExp]>([
    ['a truncated file', (file) => truncateSync(file, 20_000), /damaged|not a complete backup/],
    ['a file with a page overwritten', (file) => overwrite(file, 3), /damaged|was modified|not a complete backup/],
    ['an empty file', (file) => truncateSync(file, 0), /is not a Lectern backup/],
    ['another kind of file', (file) => writeFileSync(file, 'dear reader'.repeat(1000)), /is not a complete backup/],
    ['a missing file', (file) => rmSync(file), /There is no file/],
    [
      'a changed row',
      (file) => change(file, "update users set email = 'eve@example.com'"),
      /was modified after it was created: rows of users have changed\./,
    ],
    ['a removed row', (file) => change(file, 'delete from tokens'), /tokens has 0 rows instead of 1/],
    ['a removed table', (file) => change(file, 'drop table invites'), /the table invites is missing/],
    [
      'a changed secret',
      (file) => change(file, "update backup_meta set value = 'x' where key = 'secret'"),
      /does not match its seal/,
    ],
    [
      'an unknown format',
      (file) => change(file, "update backup_meta set value = 'lectern-backup-9' where key = 'format'"),
      /in the format "lectern-backup-9"/,
    ],
  ])(
    '%s',
    async (_what, harm, sentence) => {
      const store = await startedStore()
      const file = fileIn('harmed.db')
      await writeBackup(store, file)
      harm(file)
      const target = await emptyStore()
      await expect(verifyBackup(file, { scratch: folder })).rejects.toThrow(sentence)
      await expect(restoreBackup(file, target)).rejects.toThrow(sentence)
      expect(readdirSync(target.data)).toEqual([])
    },
    60_000,
  )

  const overwrite = (file: string, page: number) => {
    const bytes = readFileSync(file)
    bytes.fill(0x5a, page * 4096, (page + 1) * 4096)
    writeFileSync(file, bytes)
  }
})

test('verify lists missing content', async () => {
  const store = await startedStore()
  const { id: space } = await store.database.read.selectFrom('spaces').select('id').executeTakeFirstOrThrow()
  const file = { id: 'file', name: 'lost.txt', contentType: 'text/plain', size: 4, blob: 'b'.repeat(64) }
  await edit(store, { space }, [{ operation: 'insert_files', files: [file] }])
  const pages = await store.database.snapshot((db) => readMain(db, space))
  const { document } = pages[0]!.page
  await store.database.write((db) => db.deleteFrom('objects').where('hash', '=', document!).execute())
  await writeBackup(store, fileIn('incomplete.db'))
  const { faults } = await verifyBackup(fileIn('incomplete.db'), { scratch: folder })
  expect(faults).toEqual([
    expect.stringMatching(`^The object ${document} is missing, but the object [\\w-]+ needs it\\.$`),
    `The bytes ${file.blob} of the file "lost.txt" are missing.`,
  ])
}, 180_000)

describe('the live store', () => {
  test('has no faults after a start and some use', async () => {
    const { database } = await startedStore()
    await grow(database)
    expect(await database.snapshot((db) => listFaults(db))).toEqual([])
  }, 180_000)

  test('reports each fault with a message', async () => {
    const { database } = await startedStore()
    const { id: organization } = await database.read.selectFrom('organizations').select('id').executeTakeFirstOrThrow()
    const { id: space } = await database.read.selectFrom('spaces').select('id').executeTakeFirstOrThrow()
    await database.write(async (db) => {
      const stranger = await insertUser(db, { email: 'stranger@example.com' })
      const collection = { organization_id: organization, title: '', position: 'b', created_at: '' }
      await db
        .insertInto('collections')
        .values({ ...collection, id: 'c1', default_level: 'inherit' })
        .execute()
      await db
        .insertInto('collections')
        .values({ ...collection, id: 'c2', parent_id: 'c1', default_level: 'inherit' })
        .execute()
      await db.updateTable('collections').set({ parent_id: 'c2' }).where('id', '=', 'c1').execute()
      for (const id of ['t1', 't2']) {
        const twin = { id, organization_id: organization, title: '', position: 'z', created_at: '' }
        await db
          .insertInto('collections')
          .values({ ...twin, default_level: 'inherit' })
          .execute()
      }
      await db
        .insertInto('teams')
        .values({ id: 'team', organization_id: organization, title: '', created_at: '' })
        .execute()
      await db
        .insertInto('team_members')
        .values({ team_id: 'team', user_id: stranger.id, role: 'member', created_at: '' })
        .execute()
      await db.insertInto('grants').values({ id: 'g1', space_id: space, user_id: stranger.id, role: 'edit' }).execute()
      await db
        .insertInto('objects')
        .values({ hash: 'f'.repeat(43), bytes: Buffer.from('bytes') })
        .execute()
      const elsewhere = await insertOrganization(db, { title: 'Elsewhere' })
      const provider = { label: '', sso_url: '', entity_id: '', certificate: '', created_at: '' }
      await db
        .insertInto('saml_providers')
        .values({ ...provider, id: 'p1', organization_id: elsewhere.id, default_team_id: 'team' })
        .execute()
      const bound = { user_id: stranger.id, organization_id: organization, created_at: '' }
      await db
        .insertInto('tokens')
        .values({ ...bound, id: 'k1', hash: '', label: '' })
        .execute()
      await db
        .insertInto('sessions')
        .values({
          id: 's1',
          hash: '',
          user_id: stranger.id,
          method: 'saml',
          bound: 1,
          created_at: '',
          authenticated_at: '',
          last_used_at: '',
          expires_at: '',
        })
        .execute()
      await db
        .insertInto('session_organizations')
        .values({ session_id: 's1', organization_id: organization, saml_provider_id: 'p1', expires_at: '' })
        .execute()
      await db
        .insertInto('glossary_entries')
        .values({ id: 'e1', organization_id: organization, created_at: '', updated_at: '' })
        .execute()
      await db.updateTable('spaces').set({ revision_id: 'gone', change_requests_open: 2 }).execute()
      await adjustCommentCounts(db, { space_id: space, change_request_id: null }, { open: 7, total: 0 })
      await db.updateTable('members').set({ role: 'read' }).execute()
    })
    const faults = await database.snapshot((db) => listFaults(db))
    expect(faults.sort()).toEqual([
      '2 items in the organization '.concat(organization, ' have the same position: z.'),
      'The SAML provider p1 adds users to the team team of another organization.',
      `The bytes of the object ${'f'.repeat(43)} are damaged.`,
      'The collection c1 is inside itself.',
      'The collection c2 is inside itself.',
      'The glossary entry e1 has no term in any language.',
      expect.stringMatching(/^The grant g1 is for the user \w+, who is not a member of the organization\.$/),
      `The organization ${organization} has no admin.`,
      expect.stringMatching(/^The organization \w+ has no admin\.$/),
      `The session s1 is bound to the organization ${organization}, but its user is not a member.`,
      'The session s1 was created by a SAML provider of another organization.',
      `The space ${space} has change_requests_open = 2, but the count is 0.`,
      `The space ${space} has comments_open = 7, but the count is 0.`,
      `The space ${space} refers to the revision gone, which does not exist or belongs to another space.`,
      `The token k1 is bound to the organization ${organization}, but its user is not a member.`,
      expect.stringMatching(/^The user \w+ is in the team team, but not in its organization\.$/),
    ])
  }, 180_000)
})
