// Queries for indexed spaces, by their number in the index.
import { sql } from 'kysely'
import { isVisibleSpace, type Viewer } from '../../access/visibility.ts'
import { isOneOf } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { SpaceCondition } from '../../db/search.ts'
import type { Db } from '../../db/tables.ts'
import type { Content } from '../../domain/revisions/index.ts'

interface Indexed {
  number: number
  root: string
}

export const findIndexed = prepared<{ spaceId: string }, Indexed>((db, param) =>
  db
    .selectFrom('content_indexes')
    .innerJoin('spaces', 'spaces.id', 'content_indexes.space_id')
    .innerJoin('revisions', 'revisions.id', 'spaces.revision_id')
    .select(['content_indexes.number', 'revisions.root'])
    .where('content_indexes.space_id', '=', param('spaceId')),
)

/** Holds for the spaces that the viewer can see. */
export const isVisible =
  (viewer: Viewer): SpaceCondition =>
  (number) =>
    sql`exists (select 1 from content_indexes inner join spaces on spaces.id = content_indexes.space_id
      where content_indexes.number = ${number} and ${isVisibleSpace(viewer)})`

/** The spaces with these numbers, in the given order. */
export async function loadSpaces(db: Db, numbers: readonly number[]) {
  const rows = await db
    .selectFrom('content_indexes')
    .innerJoin('spaces', 'spaces.id', 'content_indexes.space_id')
    .innerJoin('revisions', 'revisions.id', 'spaces.revision_id')
    .select(['content_indexes.number', 'spaces.id', 'spaces.title', 'revisions.root'])
    .where(isOneOf(db, sql`cast(content_indexes.number as text)`, numbers.map(String)))
    .execute()
  return numbers.flatMap((number) => rows.filter((row) => row.number === number))
}

export interface SearchedSpace extends Content {
  number: number
  id: string
  title: string
  /** The content of the index, if `root` is another. */
  indexedRoot?: string
}

/** The spaces among these that are in the index. */
export const listSearched = (db: Db, spaceIds: readonly string[]): Promise<SearchedSpace[]> =>
  db
    .selectFrom('content_indexes')
    .innerJoin('spaces', 'spaces.id', 'content_indexes.space_id')
    .innerJoin('revisions', 'revisions.id', 'spaces.revision_id')
    .select(['content_indexes.number', 'spaces.id', 'spaces.title', 'revisions.space_id', 'revisions.root'])
    .where(isOneOf(db, sql.ref('content_indexes.space_id'), spaceIds))
    .execute()
