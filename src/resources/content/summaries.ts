// Revisions without what they hold: for histories, and for what was merged to make them.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Objects } from '../../access/vocabulary.ts'
import { isOneOf } from '../../db/dialect.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Urls } from '../../server/urls.ts'
import { loadUsers, showChangeRequests } from '../change-requests/queries.ts'
import type { ChangeRequest } from '../change-requests/schemas.ts'
import { toUser } from '../users/queries.ts'
import { loadCommits } from './revision-commits.ts'
import type { RevisionSummary } from './schemas.ts'

interface Showing {
  space: Objects['space']
  urls: Urls
}

type MergedFrom = Static<typeof ChangeRequest>

/** Revisions of one space; a fixed number of queries. */
export async function summarize(
  db: Db,
  rows: readonly Row<'revisions'>[],
  showing: Showing,
): Promise<Static<typeof RevisionSummary>[]> {
  const { space, urls } = showing
  const merged = await loadMerged(db, rows, showing)
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
      git: commits.get(row.id),
      urls: {
        app: urls.app(`/spaces/${space.id}/revisions/${row.id}`),
        location: urls.api(`/spaces/${space.id}/revisions/${row.id}`),
      },
    }
  })
}

/** The change request whose merge made the revision. */
export const loadMergedFrom = async (
  db: Db,
  row: Row<'revisions'>,
  showing: Showing,
): Promise<MergedFrom | undefined> => (await loadMerged(db, [row], showing)).get(row.merged_from ?? '')

async function loadMerged(
  db: Db,
  rows: readonly Row<'revisions'>[],
  showing: Showing,
): Promise<Map<string, MergedFrom>> {
  const ids = rows.flatMap(({ merged_from }) => merged_from ?? [])
  if (ids.length === 0) return new Map()
  const found = await db
    .selectFrom('change_requests')
    .selectAll()
    .where('space_id', '=', showing.space.id)
    .where(isOneOf(db, sql.ref('id'), ids))
    .execute()
  return new Map((await showChangeRequests(db, found, showing)).map((shown) => [shown.id, shown]))
}
