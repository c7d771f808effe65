// Comment and reply rows.
import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import { asList, isInList } from '../../db/dialect.ts'
import type { Page, Slice } from '../../db/keyset.ts'
import { type PreparedQuery, prepared } from '../../db/prepared.ts'
import type { Db, Row } from '../../db/tables.ts'
import { invalid } from '../../errors.ts'
import type { CommentsQuery } from '../../shapes/comments.ts'
import type { Branch } from '../content-changes/index.ts'

export type CommentRow = Row<'comments'>

/** The id under which the comments on a branch are listed. */
export const threadOf = ({ space, changeRequest }: Branch): string => changeRequest?.id ?? space.id

export const insertComment = prepared<{ [Column in keyof CommentRow]: CommentRow[Column] }, never>((db, param) =>
  db.insertInto('comments').values({
    id: param('id'),
    space_id: param('space_id'),
    change_request_id: param('change_request_id'),
    parent_id: param('parent_id'),
    thread_id: param('thread_id'),
    review_id: param('review_id'),
    page_id: param('page_id'),
    node_id: param('node_id'),
    table_cell: param('table_cell'),
    node_range: param('node_range'),
    revision_id: param('revision_id'),
    target_then: param('target_then'),
    markdown: param('markdown'),
    document: param('document'),
    status: param('status'),
    replies: param('replies'),
    created_by: param('created_by'),
    created_at: param('created_at'),
    edited_at: param('edited_at'),
    resolved_by: param('resolved_by'),
    resolved_at: param('resolved_at'),
  }),
)

export const adjustReplyCount = prepared<{ id: string; change: number }, never>((db, param) =>
  db
    .updateTable('comments')
    .set({ replies: sql`replies + ${param('change')}` })
    .where('id', '=', param('id')),
)

export const updateCommentRow = (db: Db, id: string, patch: Partial<CommentRow>): Promise<CommentRow> =>
  db.updateTable('comments').set(patch).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export async function removeCommentRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('comments').where('id', '=', id).execute()
}

export type CommentFilter = Pick<Static<typeof CommentsQuery>, 'order' | 'status' | 'targetPage' | 'authors'>

/** Lists one page of a thread in posting order, with the total number of matches. */
export async function listThread(
  db: Db,
  thread: string,
  filter: CommentFilter,
  page: Page,
  counted: number | undefined,
): Promise<Slice<CommentRow>> {
  const params = {
    thread,
    status: filter.status ?? 'all',
    page: filter.targetPage ?? '',
    authors: asList(db, filter.authors ?? []),
    after: page.after?.[0] ?? '',
    limit: page.limit + 1,
  }
  if (page.after && page.after.length !== 1) throw invalid({ path: 'page', message: 'is not a page of this list' })
  const { find, count } = queryFor(shapeOf(filter, page))
  const total = counted ?? (await count(db, params))[0]!.count
  if (page.limit === 0) return { rows: [], count: total, next: undefined }
  const rows = await find(db, params)
  const hasMore = rows.length > page.limit
  const shown = rows.slice(0, page.limit)
  return { rows: shown, count: total, next: hasMore ? [shown.at(-1)!.id] : undefined }
}

/** The conditions of a list query. Each combination is prepared on first use. */
interface QueryShape {
  order: 'asc' | 'desc'
  status: boolean
  page: boolean
  authors: boolean
  after: boolean
}

const shapeOf = (
  { order = 'desc', status = 'all', targetPage, authors }: CommentFilter,
  { after }: Page,
): QueryShape => ({
  order,
  status: status !== 'all',
  page: targetPage !== undefined,
  authors: authors !== undefined,
  after: after !== undefined,
})

interface ThreadParams extends Record<string, unknown> {
  thread: string
  status: string
  page: string
  authors: unknown
  after: string
  limit: number
}

interface Queries {
  find: PreparedQuery<ThreadParams, CommentRow>
  count: PreparedQuery<ThreadParams, { count: number }>
}

const queries = new Map<string, Queries>()

function queryFor(shape: QueryShape): Queries {
  const key = JSON.stringify(shape)
  const known = queries.get(key) ?? prepareQueries(shape)
  queries.set(key, known)
  return known
}

function prepareQueries({ order, after, ...shape }: QueryShape): Queries {
  type Param = <Name extends keyof ThreadParams & string>(name: Name) => ThreadParams[Name]
  const matching = (db: Db, param: Param): RawBuilder<unknown> => {
    const conditions = [sql`thread_id = ${param('thread')}`]
    if (shape.status) conditions.push(sql`status = ${param('status')}`)
    if (shape.page) conditions.push(sql`page_id = ${param('page')}`)
    if (shape.authors) conditions.push(isInList(db, sql.ref('created_by'), param('authors')))
    return sql.join(conditions, sql` and `)
  }
  const direction = sql.raw(order)
  return {
    find: prepared<ThreadParams, CommentRow>((db, param) => {
      const than = sql`and id ${sql.raw(order === 'asc' ? '>' : '<')} ${param('after')}`
      return sql<CommentRow>`select * from comments where ${matching(db, param)} ${after ? than : sql``}
          order by id ${direction} limit ${param('limit')}`
    }),
    count: prepared<ThreadParams, { count: number }>(
      (db, param) => sql<{ count: number }>`select count(*) as count from comments where ${matching(db, param)}`,
    ),
  }
}
