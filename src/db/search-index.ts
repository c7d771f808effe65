// Writes the full-text index, which `search.ts` describes.
import { CompiledQuery, sql } from 'kysely'
import { asList, isInList, isSqlite } from './dialect.ts'
import { prepared } from './prepared.ts'
import { PAGES_PER_SPACE, spaceWord } from './search.ts'
import type { Db } from './tables.ts'

export interface IndexedSpace {
  id: string
  number: number
}

export interface IndexedPage {
  pageId: string
  words: readonly string[]
  /** The text for excerpts. */
  sections: string
}

/** Replaces the `old` pages of a space. Pages that are in both lists keep their ids. */
export async function replaceSearchPages(
  db: Db,
  space: IndexedSpace,
  old: readonly string[],
  pages: readonly IndexedPage[],
): Promise<void> {
  const ids = await removePages(db, space, old)
  const isNew = pages.some(({ pageId }) => !ids.has(pageId))
  let last = isNew ? Math.max(await findLastId(db, space), ...ids.values()) : 0
  for (const page of pages) await insertPage(db, ids.get(page.pageId) ?? ++last, space.id, page)
}

/** Returns the ids that they had. */
async function removePages(db: Db, { id }: IndexedSpace, pageIds: readonly string[]): Promise<Map<string, number>> {
  if (pageIds.length === 0) return new Map()
  const rows = await removeRows(db, { spaceId: id, pageIds: asList(db, pageIds) })
  return new Map(rows.map((row) => [row.page_id, row.id]))
}

const removeRows = prepared<{ spaceId: string; pageIds: unknown }, { id: number; page_id: string }>(
  (db, param) =>
    db
      .deleteFrom('search_pages')
      .where('space_id', '=', param('spaceId'))
      .where(isInList(db, sql.ref('page_id'), param('pageIds')))
      .returning(['id', 'page_id']),
  { keepsRows: false },
)

async function findLastId(db: Db, { number }: IndexedSpace): Promise<number> {
  const [row] = await findLast(db, { from: number * PAGES_PER_SPACE, to: (number + 1) * PAGES_PER_SPACE })
  return row!.id ?? number * PAGES_PER_SPACE
}

const findLast = prepared<{ from: number; to: number }, { id: number | null }>(
  (_db, param) =>
    sql<{ id: number | null }>`
      select max(id) as id from search_pages where id > ${param('from')} and id < ${param('to')}`,
  { keepsRows: false },
)

async function insertPage(db: Db, id: number, spaceId: string, { pageId, words, sections }: IndexedPage) {
  const columns = 'insert into search_pages (id, space_id, page_id, sections'
  if (!isSqlite(db)) {
    const text = `${columns}, words) values ($1, $2, $3, $4, array_to_tsvector($5::text[]))`
    const marked = [...words, spaceWord(Math.floor(id / PAGES_PER_SPACE))]
    await db.executeQuery(CompiledQuery.raw(text, [id, spaceId, pageId, sections, marked]))
    return
  }
  await db.executeQuery(CompiledQuery.raw(`${columns}) values (?, ?, ?, ?)`, [BigInt(id), spaceId, pageId, sections]))
  const text = 'insert into search_words (rowid, words) values (?, ?)'
  await db.executeQuery(CompiledQuery.raw(text, [BigInt(id), words.join(' ')]))
}
