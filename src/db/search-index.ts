// Writes the full-text index, which `search.ts` describes.
import { sql } from 'kysely'
import { asList, isInList, isSqlite } from './dialect.ts'
import { prepared } from './prepared.ts'
import { spaceWord } from './search.ts'
import { PAGES_PER_SPACE } from './search-ids.ts'
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
  const kept = new Set(pages.map(({ pageId }) => pageId))
  const gone = old.filter((pageId) => !kept.has(pageId))
  if (!isSqlite(db)) return putPages(db, space, gone, pages)
  const known = await findIds(db, space, old)
  if (gone.length > 0) await removeRows(db, { spaceId: space.id, pageIds: asList(db, gone) })
  let last = pages.some(({ pageId }) => !known.has(pageId)) ? await findLastId(db, space) : 0
  for (const { pageId, words, sections } of pages) {
    const found = known.get(pageId)
    const id = BigInt(found ?? ++last)
    if (found === undefined) await insertRow(db, { id, spaceId: space.id, pageId, sections })
    else await updateRow(db, { id, sections })
    await putWords(db, { id, words: words.join(' ') })
  }
}

/** The same on PostgreSQL: each page is one statement. */
async function putPages(
  db: Db,
  { id, number }: IndexedSpace,
  gone: readonly string[],
  pages: readonly IndexedPage[],
): Promise<void> {
  if (gone.length > 0) await removeRows(db, { spaceId: id, pageIds: asList(db, gone) })
  const [from, to] = [number * PAGES_PER_SPACE, (number + 1) * PAGES_PER_SPACE]
  // All pages of a space have one word in common.
  for (const { pageId, words, sections } of pages)
    await putPage(db, { from, to, spaceId: id, pageId, sections, words: [...words, spaceWord(number)] })
}

interface PutPage {
  [name: string]: unknown
  from: number
  to: number
  spaceId: string
  pageId: string
  sections: string
  words: string[]
}

const putPage = prepared<PutPage, never>(
  (_db, param) => sql`
    insert into search_pages (id, space_id, page_id, sections, words)
    values (
      1 + coalesce(
        (select max(id) from search_pages where id > ${param('from')} and id < ${param('to')}), ${param('from')}),
      ${param('spaceId')}, ${param('pageId')}, ${param('sections')}, array_to_tsvector(${param('words')}::text[]))
    on conflict (space_id, page_id) do update set sections = excluded.sections, words = excluded.words`,
)

async function findIds(db: Db, { id }: IndexedSpace, pageIds: readonly string[]): Promise<Map<string, number>> {
  if (pageIds.length === 0) return new Map()
  const rows = await findRows(db, { spaceId: id, pageIds: asList(db, pageIds) })
  return new Map(rows.map((row) => [row.page_id, row.id]))
}

const findRows = prepared<{ spaceId: string; pageIds: unknown }, { id: number; page_id: string }>((db, param) =>
  db
    .selectFrom('search_pages')
    .select(['id', 'page_id'])
    .where('space_id', '=', param('spaceId'))
    .where(isInList(db, sql.ref('page_id'), param('pageIds'))),
)

const removeRows = prepared<{ spaceId: string; pageIds: unknown }, never>((db, param) =>
  db
    .deleteFrom('search_pages')
    .where('space_id', '=', param('spaceId'))
    .where(isInList(db, sql.ref('page_id'), param('pageIds'))),
)

async function findLastId(db: Db, { number }: IndexedSpace): Promise<number> {
  const [row] = await findLast(db, { from: number * PAGES_PER_SPACE, to: (number + 1) * PAGES_PER_SPACE })
  return row!.id ?? number * PAGES_PER_SPACE
}

const findLast = prepared<{ from: number; to: number }, { id: number | null }>(
  (_db, param) =>
    sql<{ id: number | null }>`
      select max(id) as id from search_pages where id > ${param('from')} and id < ${param('to')}`,
)

// On SQLite, statements that may write several rows, such as those with a trigger or `returning`, have a savepoint, which
// copies every page that it touches. Those below have none.
const insertRow = prepared<{ id: bigint; spaceId: string; pageId: string; sections: string }, never>(
  (_db, param) => sql`
    insert into search_pages (id, space_id, page_id, sections)
    values (${param('id')}, ${param('spaceId')}, ${param('pageId')}, ${param('sections')})`,
)

const updateRow = prepared<{ id: bigint; sections: string }, never>(
  (_db, param) => sql`update search_pages set sections = ${param('sections')} where id = ${param('id')}`,
)

const putWords = prepared<{ id: bigint; words: string }, never>(
  (_db, param) => sql`replace into search_words (rowid, words) values (${param('id')}, ${param('words')})`,
)
