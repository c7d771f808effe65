// Comment counters, updated by every write so that reads never count rows.
import { sql } from 'kysely'
import { asList, isInList } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, Row } from '../../db/tables.ts'

type CommentCounts = Pick<Row<'change_requests'>, 'comments_open' | 'comments_total'>

interface Change {
  open: number
  total: number
}

type CountParams = { id: string } & Change & Record<string, unknown>

const countInSpace = prepared<CountParams, never>((db, param) =>
  db
    .insertInto('space_comment_counts')
    .values({ space_id: param('id'), comments_open: param('open'), comments_total: param('total') })
    .onConflict((known) =>
      known.column('space_id').doUpdateSet({
        comments_open: sql`space_comment_counts.comments_open + excluded.comments_open`,
        comments_total: sql`space_comment_counts.comments_total + excluded.comments_total`,
      }),
    ),
)

const countInChangeRequest = prepared<CountParams, never>((db, param) =>
  db
    .updateTable('change_requests')
    .set({
      comments_open: sql`comments_open + ${param('open')}`,
      comments_total: sql`comments_total + ${param('total')}`,
    })
    .where('id', '=', param('id')),
)

/** Adds to the counters of a space or a change request, atomically. */
export async function adjustCommentCounts(
  db: Db,
  { space_id, change_request_id }: Pick<Row<'comments'>, 'space_id' | 'change_request_id'>,
  change: Change,
): Promise<void> {
  if (change_request_id === null) await countInSpace(db, { id: space_id, ...change })
  else await countInChangeRequest(db, { id: change_request_id, ...change })
}

const NONE: CommentCounts = Object.freeze({ comments_open: 0, comments_total: 0 })

const findCounts = prepared<{ space: string }, CommentCounts>((db, param) =>
  db
    .selectFrom('space_comment_counts')
    .select(['comments_open', 'comments_total'])
    .where('space_id', '=', param('space')),
)

/** The counters of a space's main content. Those of a change request are columns of its row. */
export const findCommentCounts = async (db: Db, spaceId: string): Promise<CommentCounts> =>
  (await findCounts(db, { space: spaceId }))[0] ?? NONE

/** Counts open comments for many spaces in one query. Spaces that never had a comment are omitted. */
export async function listOpenComments(db: Db, spaceIds: readonly string[]): Promise<Map<string, number>> {
  if (spaceIds.length === 0) return new Map()
  const rows = await findOpenCounts(db, { spaces: asList(db, spaceIds) })
  return new Map(rows.map(({ space_id, comments_open }) => [space_id, comments_open]))
}

const findOpenCounts = prepared<{ spaces: unknown }, Pick<Row<'space_comment_counts'>, 'space_id' | 'comments_open'>>(
  (db, param) =>
    db
      .selectFrom('space_comment_counts')
      .select(['space_id', 'comments_open'])
      .where(isInList(db, sql.ref('space_id'), param('spaces'))),
)
