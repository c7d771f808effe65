// Who is notified of an event, and of what. The first reason counts: whoever is mentioned in a reply is mentioned.
import { sql } from 'kysely'
import { isOneOf } from '../../db/dialect.ts'
import type { SequencedEvent } from '../../db/event-feed.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { EventName } from '../../events/events.ts'
import type { Kind } from './kinds.ts'

export interface Reason {
  userId: string
  kind: Kind
  /** Nobody is notified of what they did, but of what the server did for them. */
  isOwnResult?: boolean
}

export interface Occasion {
  reasons: Reason[]
  spaceId: string
  changeRequestId?: string | null
  commentId?: string
  data?: Record<string, unknown>
}

interface Data {
  comment?: string
  mentions?: string[]
  users?: string[]
  teams?: string[]
  status?: string
  result?: string
  run?: string
  reason?: string
  direction?: string
  state?: string
  page?: string
}

type Find = (db: Db, event: SequencedEvent, data: Data) => Promise<Occasion | undefined>

const because = (kind: Kind, users: readonly (string | null)[] = []): Reason[] =>
  users.flatMap((userId) => (userId === null ? [] : [{ userId, kind }]))

const onComment: Find = async (db, { target_id }, { mentions }) => {
  const comment = await findComment(db, target_id)
  if (!comment) return undefined
  const request = comment.change_request_id && (await findChangeRequest(db, comment.change_request_id))
  const reasons = [...because('mentioned', mentions), ...because('replied', request ? [request.created_by] : [])]
  return { reasons, ...placeOf(comment) }
}

const onReply: Find = async (db, { target_id }, { comment: parent, mentions }) => {
  const reply = await findComment(db, target_id)
  if (!reply) return undefined
  const others = await db
    .selectFrom('comments')
    .select('created_by')
    .distinct()
    .where((comment) => comment.or([comment('id', '=', parent!), comment('parent_id', '=', parent!)]))
    .execute()
  const writers = others.map(({ created_by }) => created_by)
  return { reasons: [...because('mentioned', mentions), ...because('replied', writers)], ...placeOf(reply) }
}

/** Editing notifies those only who were not mentioned before. */
const onEdit: Find = async (db, { target_id }, { mentions = [] }) => {
  const comment = mentions.length > 0 ? await findComment(db, target_id) : undefined
  if (!comment) return undefined
  const earlier = await db
    .selectFrom('notifications')
    .select('user_id')
    .where('comment_id', '=', comment.id)
    .where('kind', '=', 'mentioned')
    .execute()
  const known = new Set(earlier.map(({ user_id }) => user_id))
  const added = mentions.filter((id) => !known.has(id))
  return { reasons: because('mentioned', added), ...placeOf(comment) }
}

const onChangeRequest =
  (reasonsOf: (db: Db, request: Row<'change_requests'>, data: Data) => Promise<Reason[]> | Reason[]): Find =>
  async (db, { target_id }, data) => {
    const request = await findChangeRequest(db, target_id)
    if (!request) return undefined
    const { status } = data
    const reasons = await reasonsOf(db, request, data)
    return { reasons, spaceId: request.space_id, changeRequestId: request.id, data: { status } }
  }

const onImport: Find = async (_db, event, { run, reason, direction, state }) => {
  // A request that waited for its import has seen the end of it.
  if (event.space_id === null || event.request_id !== null || direction === 'export') return undefined
  const isFailed = event.action === 'import-run.failed' || (state !== undefined && state !== 'success')
  return {
    reasons: because('import-finished', [event.actor_id]).map((each) => ({ ...each, isOwnResult: true })),
    spaceId: event.space_id,
    changeRequestId: event.target_kind === 'change-request' ? event.target_id : null,
    data: { status: isFailed ? 'failed' : 'completed', run, reason },
  }
}

const OCCASIONS: Partial<Record<EventName, Find>> = {
  'comment.created': onComment,
  'comment.updated': onEdit,
  'comment-reply.created': onReply,
  'comment-reply.updated': onEdit,
  'change-request.reviewers.requested': onChangeRequest(async (db, { created_by }, { users, teams }) => [
    ...because('review-requested', users),
    ...because('review-requested', await listMembersOf(db, teams)).filter(({ userId }) => userId !== created_by),
  ]),
  'change-request.reviewed': onChangeRequest((_db, { created_by }, { mentions }) => [
    ...because('mentioned', mentions),
    ...because('reviewed', [created_by]),
  ]),
  'change-request.merged': onChangeRequest(async (db, request) =>
    because('merged', [request.created_by, ...(await listReviewers(db, request.id))]),
  ),
  'change-request.updated-from-main': onChangeRequest((_db, { created_by }, { result }) =>
    result === 'conflicts' ? because('conflict', [created_by]) : [],
  ),
  'space.content.imported': onImport,
  'change-request.content.imported': onImport,
  'space.git.completed': onImport,
  'import-run.failed': onImport,
}

/** Undefined if nobody needs to know. */
export const findOccasion = async (db: Db, event: SequencedEvent): Promise<Occasion | undefined> =>
  OCCASIONS[event.action as EventName]?.(db, event, JSON.parse(event.data) as Data)

const placeOf = ({ id, space_id, change_request_id }: Row<'comments'>) => ({
  spaceId: space_id,
  changeRequestId: change_request_id,
  commentId: id,
})

const findComment = (db: Db, id: string) =>
  db.selectFrom('comments').selectAll().where('id', '=', id).executeTakeFirst()

const findChangeRequest = (db: Db, id: string) =>
  db.selectFrom('change_requests').selectAll().where('id', '=', id).executeTakeFirst()

async function listMembersOf(db: Db, teams: readonly string[] = []): Promise<string[]> {
  if (teams.length === 0) return []
  const rows = await db
    .selectFrom('team_members')
    .select('user_id')
    .distinct()
    .where(isOneOf(db, sql.ref('team_id'), teams))
    .execute()
  return rows.map(({ user_id }) => user_id)
}

async function listReviewers(db: Db, changeRequestId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('reviews')
    .select('user_id')
    .where('change_request_id', '=', changeRequestId)
    .union(db.selectFrom('requested_reviewers').select('user_id').where('change_request_id', '=', changeRequestId))
    .execute()
  return rows.map(({ user_id }) => user_id)
}
