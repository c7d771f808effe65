// Review requests to users and teams: queries and presenter.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { isOneOf } from '../../db/dialect.ts'
import { type Page, selectPage } from '../../db/keyset.ts'
import type { Db } from '../../db/tables.ts'
import { type ChangeRequestRow, loadUsers } from '../../domain/change-requests/index.ts'
import { toUser } from '../../domain/people/index.ts'
import { now } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import type { RequestedReviewer } from './review-schemas.ts'

const requestsOf = (db: Db, changeRequestId: string) =>
  db.selectFrom(
    db
      .selectFrom('requested_reviewers')
      .select(['user_id as asked', sql<string | null>`null`.as('title'), 'requested_by', 'revision_id', 'created_at'])
      .where('change_request_id', '=', changeRequestId)
      .unionAll(
        db
          .selectFrom('requested_teams')
          .innerJoin('teams', 'teams.id', 'requested_teams.team_id')
          .select(['team_id as asked', sql<string | null>`teams.title`.as('title')])
          .select(['requested_by', 'revision_id', 'requested_teams.created_at'])
          .where('change_request_id', '=', changeRequestId),
      )
      .as('requests'),
  )

interface RequestRow {
  /** The user or the team. */
  asked: string
  /** Of the team. */
  title: string | null
  requested_by: string
  revision_id: string
  created_at: string
}

/** Oldest first. */
export const takeRequests = (db: Db, changeRequestId: string, page: Page) =>
  selectPage(requestsOf(db, changeRequestId), (requests) => requests.selectAll(), page, { by: ['created_at', 'asked'] })

export const listRequests = (db: Db, changeRequestId: string, asked: readonly string[]): Promise<RequestRow[]> =>
  requestsOf(db, changeRequestId)
    .selectAll()
    .where(isOneOf(db, sql.ref('asked'), asked))
    .orderBy('created_at')
    .orderBy('asked')
    .execute()

export async function showRequests(
  db: Db,
  rows: readonly RequestRow[],
  urls: Urls,
): Promise<Static<typeof RequestedReviewer>[]> {
  const users = await loadUsers(
    db,
    rows.flatMap(({ asked, title, requested_by }) => (title === null ? [asked, requested_by] : [requested_by])),
  )
  return rows.map(({ asked, title, ...row }) => ({
    object: 'change-request-requested-reviewer',
    ...(title === null
      ? { kind: 'user', user: toUser(users.get(asked)!, urls) }
      : { kind: 'team', team: { object: 'team', id: asked, title } }),
    revision: row.revision_id,
    requestedBy: toUser(users.get(row.requested_by)!, urls),
    createdAt: row.created_at,
  }))
}

/** Requests reviews. Existing requests stay unchanged. */
export async function insertRequests(
  db: Db,
  { id, space_id, revision_id }: ChangeRequestRow,
  { users, teams }: { users: readonly string[]; teams: readonly string[] },
  requestedBy: string,
): Promise<void> {
  const request = { change_request_id: id, requested_by: requestedBy, revision_id, created_at: now() }
  if (users.length > 0)
    await db
      .insertInto('requested_reviewers')
      .values(users.map((user_id) => ({ ...request, user_id })))
      .onConflict((conflict) => conflict.columns(['change_request_id', 'user_id']).doNothing())
      .execute()
  if (teams.length > 0)
    await db
      .insertInto('requested_teams')
      .values(teams.map((team_id) => ({ ...request, team_id, space_id })))
      .onConflict((conflict) => conflict.columns(['change_request_id', 'team_id']).doNothing())
      .execute()
}

/** Returns what was asked, if it was. */
export async function removeRequest(
  db: Db,
  changeRequestId: string,
  asked: string,
): Promise<'user' | 'team' | undefined> {
  const ofUser = await db
    .deleteFrom('requested_reviewers')
    .where('change_request_id', '=', changeRequestId)
    .where('user_id', '=', asked)
    .executeTakeFirst()
  if (ofUser.numDeletedRows > 0n) return 'user'
  const ofTeam = await db
    .deleteFrom('requested_teams')
    .where('change_request_id', '=', changeRequestId)
    .where('team_id', '=', asked)
    .executeTakeFirst()
  return ofTeam.numDeletedRows > 0n ? 'team' : undefined
}

/** Removes the requests that a review by this user answers. Returns who asked first. */
export async function removeAnswered(db: Db, changeRequestId: string, userId: string): Promise<string | undefined> {
  const ofUser = await db
    .deleteFrom('requested_reviewers')
    .where('change_request_id', '=', changeRequestId)
    .where('user_id', '=', userId)
    .returning(['requested_by', 'created_at'])
    .execute()
  const ofTeams = await db
    .deleteFrom('requested_teams')
    .where('change_request_id', '=', changeRequestId)
    .where('team_id', 'in', db.selectFrom('team_members').select('team_id').where('user_id', '=', userId))
    .returning(['requested_by', 'created_at'])
    .execute()
  return [...ofUser, ...ofTeams].sort((a, b) => (a.created_at < b.created_at ? -1 : 1))[0]?.requested_by
}
