// Collects everything that is stored about a person. Long lists show their latest rows.
import type { Static } from 'typebox'
import type { Db, Row } from '../../db/tables.ts'
import { listTokensOf, toToken } from '../../domain/people/index.ts'
import { listPasskeysOf, listSessionsOf, toAccount, toPasskey, toSession } from '../../domain/sessions/index.ts'
import { now } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import type { UserData } from './schemas.ts'

const MAX_ROWS = 2000

export async function collectData(
  db: Db,
  user: Row<'users'>,
  tokenId: string,
  urls: Urls,
): Promise<Static<typeof UserData>> {
  const { id } = user
  const truncated: string[] = []
  const latest = <T>(name: string, rows: T[]): T[] => {
    if (rows.length > MAX_ROWS) truncated.push(name)
    return rows.slice(0, MAX_ROWS)
  }
  const [changeRequests, reviews, comments, reactions] = [
    await listChangeRequests(db, id),
    await listReviews(db, id),
    await listComments(db, id),
    await listReactions(db, id),
  ]
  return {
    object: 'user-data',
    createdAt: now(),
    account: toAccount(user, urls),
    memberships: await listMemberships(db, id),
    teams: await listTeams(db, id),
    tokens: (await listTokensOf(db, id)).map((token) => toToken(token, urls)),
    sessions: (await listSessionsOf(db, id)).map((session) => toSession(session, tokenId, urls)),
    passkeys: (await listPasskeysOf(db, id)).map((passkey) => toPasskey(passkey, urls)),
    changeRequests: latest('changeRequests', changeRequests),
    reviews: latest('reviews', reviews),
    comments: latest('comments', comments).map(toComment),
    reactions: latest('reactions', reactions),
    truncated,
  }
}

async function listMemberships(db: Db, userId: string) {
  const rows = await db
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select(['organizations.id', 'organizations.title', 'members.role', 'members.joined_at', 'members.last_seen_at'])
    .where('members.user_id', '=', userId)
    .orderBy('organizations.id')
    .execute()
  return rows.map(({ id, title, role, joined_at, last_seen_at }) => ({
    organization: id,
    title,
    role: role ?? undefined,
    joinedAt: joined_at,
    lastSeenAt: last_seen_at ?? undefined,
  }))
}

const listTeams = (db: Db, userId: string) =>
  db
    .selectFrom('team_members')
    .innerJoin('teams', 'teams.id', 'team_members.team_id')
    .select(['teams.id as team', 'teams.title', 'teams.organization_id as organization', 'team_members.role'])
    .where('team_members.user_id', '=', userId)
    .orderBy('teams.id')
    .execute()

const listChangeRequests = (db: Db, userId: string) =>
  db
    .selectFrom('change_requests')
    .select(['id', 'space_id as space', 'number', 'subject', 'status', 'created_at as createdAt'])
    .where('created_by', '=', userId)
    .orderBy('id', 'desc')
    .limit(MAX_ROWS + 1)
    .execute()

const listReviews = (db: Db, userId: string) =>
  db
    .selectFrom('reviews')
    .select([
      'id',
      'change_request_id as changeRequest',
      'status',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(MAX_ROWS + 1)
    .execute()

const listComments = (db: Db, userId: string) =>
  db
    .selectFrom('comments')
    .selectAll()
    .where('created_by', '=', userId)
    .orderBy('id', 'desc')
    .limit(MAX_ROWS + 1)
    .execute()

const toComment = (comment: Row<'comments'>) => ({
  id: comment.id,
  space: comment.space_id,
  changeRequest: comment.change_request_id ?? undefined,
  page: comment.page_id ?? undefined,
  markdown: comment.markdown ?? undefined,
  document: comment.document ?? undefined,
  createdAt: comment.created_at,
  editedAt: comment.edited_at ?? undefined,
})

const listReactions = (db: Db, userId: string) =>
  db
    .selectFrom('reactions')
    .select(['comment_id as comment', 'emoji', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(MAX_ROWS + 1)
    .execute()
