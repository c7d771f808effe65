// Redirects from paths of a space to its pages, as rows.
import { sql } from 'kysely'
import { insertTextRows } from '../../db/bulk.ts'
import { isOneOf } from '../../db/dialect.ts'
import type { TableSchema } from '../../db/introspection.ts'
import type { Db, Row } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'

export type PageRedirect = Row<'page_redirects'>

/** Per space. Beyond it, the oldest are removed. */
const MAX_FORMER_PATHS = 20_000

const TABLE: TableSchema = {
  name: 'page_redirects',
  columns: ['id', 'space_id', 'kind', 'path', 'page_id', 'declined_at'].map((name) => ({ name, type: 'text' })),
  key: ['id'],
}

const BATCH_SIZE = 1000

/** Saves redirects by path, replacing those of the same kind. */
export async function saveRedirects(
  db: Db,
  spaceId: string,
  kind: PageRedirect['kind'],
  pages: ReadonlyMap<string, string>,
): Promise<void> {
  const all = [...pages]
  for (let at = 0; at < all.length; at += BATCH_SIZE) {
    const batch = all.slice(at, at + BATCH_SIZE)
    const paths = batch.map(([path]) => path)
    await db
      .deleteFrom('page_redirects')
      .where('space_id', '=', spaceId)
      .where('kind', '=', kind)
      .where(isOneOf(db, sql.ref('path'), paths))
      .execute()
    const rows = batch.map(([path, page_id]) => ({
      id: newId(),
      space_id: spaceId,
      kind,
      path,
      page_id,
      declined_at: null,
    }))
    await insertTextRows(db, TABLE, rows)
  }
}

/** Copies all redirects to a copy of the space. */
export async function copyRedirects(db: Db, from: string, to: string): Promise<void> {
  const rows = await db.selectFrom('page_redirects').selectAll().where('space_id', '=', from).orderBy('id').execute()
  for (let at = 0; at < rows.length; at += BATCH_SIZE)
    await insertTextRows(
      db,
      TABLE,
      rows.slice(at, at + BATCH_SIZE).map((row) => ({ ...row, id: newId(), space_id: to })),
    )
}

export async function removeOldestFormerPaths(db: Db, spaceId: string): Promise<void> {
  const former = db.selectFrom('page_redirects').where('space_id', '=', spaceId).where('kind', '=', 'former')
  const last = await former.select('id').orderBy('id', 'desc').offset(MAX_FORMER_PATHS).limit(1).executeTakeFirst()
  if (last)
    await db
      .deleteFrom('page_redirects')
      .where('space_id', '=', spaceId)
      .where('kind', '=', 'former')
      .where('id', '<=', last.id)
      .execute()
}

export const removeRedirects = (db: Db, spaceId: string, kind: PageRedirect['kind']): Promise<unknown> =>
  db.deleteFrom('page_redirects').where('space_id', '=', spaceId).where('kind', '=', kind).execute()

/** Declines redirects of former paths; returns how many there were. */
export async function declineRedirects(db: Db, spaceId: string, paths: readonly string[]): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('page_redirects')
    .set({ declined_at: now() })
    .where('space_id', '=', spaceId)
    .where('kind', '=', 'former')
    .where(isOneOf(db, sql.ref('path'), paths))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/**
 * Finds the redirect of this path or of its nearest former ancestor, unless it was declined. Redirects of the repository
 * take precedence.
 */
export async function findPageRedirect(db: Db, spaceId: string, path: string): Promise<PageRedirect | undefined> {
  const segments = path.split('/').slice(0, MAX_SEGMENTS)
  const paths = segments.map((_, at) => segments.slice(0, at + 1).join('/'))
  const rows = await db
    .selectFrom('page_redirects')
    .selectAll()
    .where('space_id', '=', spaceId)
    .where(isOneOf(db, sql.ref('path'), paths))
    .execute()
  const git = rows.find((row) => row.kind === 'git' && row.path === path)
  const former = rows.filter(({ kind }) => kind === 'former').sort((a, b) => b.path.length - a.path.length)
  return git ?? (former[0]?.declined_at === null ? former[0] : undefined)
}

const MAX_SEGMENTS = 50
