// Presents revisions without their content, for histories and merges.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Objects } from '../../access/permissions.ts'
import { isOneOf } from '../../db/dialect.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Urls } from '../../server/urls.ts'
import type { ChangeRequest } from '../../shapes/change-requests.ts'
import type { RevisionSummary } from '../../shapes/content.ts'
import { loadUsers, presentChangeRequests } from '../change-requests/index.ts'
import { toUser } from '../people/index.ts'
import { loadCommits } from './commits.ts'

interface SummaryContext {
  space: Objects['space']
  urls: Urls
}

type MergedFrom = Static<typeof ChangeRequest>

/** Presents revisions of one space with a fixed number of queries. */
export async function presentRevisionSummaries(
  db: Db,
  rows: readonly Row<'revisions'>[],
  context: SummaryContext,
): Promise<Static<typeof RevisionSummary>[]> {
  const { space, urls } = context
  const merged = await loadMergedRequests(db, rows, context)
  const commits = await loadCommits(
    db,
    rows.map(({ id }) => id),
  )
  const users = await loadUsers(
    db,
    rows.flatMap(({ created_by }) => created_by ?? []),
  )
  return rows.map((row) => {
    const author = users.get(row.created_by ?? '')
    return {
      object: 'revision',
      id: row.id,
      type: row.type,
      parents: JSON.parse(row.parents),
      mergedFrom: merged.get(row.merged_from ?? ''),
      createdBy: author && toUser(author, urls),
      createdAt: row.created_at,
      pastRules: row.past_rules > 0 || undefined,
      git: commits.get(row.id),
      urls: {
        app: urls.app(`/spaces/${space.id}/revisions/${row.id}`),
        location: urls.api(`/spaces/${space.id}/revisions/${row.id}`),
      },
    }
  })
}

/** The change request whose merge created the revision. */
export const loadMergedFrom = async (db: Db, row: Merged, context: SummaryContext): Promise<MergedFrom | undefined> =>
  (await loadMergedRequests(db, [row], context)).get(row.merged_from ?? '')

type Merged = Pick<Row<'revisions'>, 'merged_from'>

async function loadMergedRequests(
  db: Db,
  rows: readonly Merged[],
  context: SummaryContext,
): Promise<Map<string, MergedFrom>> {
  const ids = rows.flatMap(({ merged_from }) => merged_from ?? [])
  if (ids.length === 0) return new Map()
  const found = await db
    .selectFrom('change_requests')
    .selectAll()
    .where('space_id', '=', context.space.id)
    .where(isOneOf(db, sql.ref('id'), ids))
    .execute()
  return new Map((await presentChangeRequests(db, found, context)).map((shown) => [shown.id, shown]))
}
