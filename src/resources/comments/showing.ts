// How replies show comments and replies: a fixed number of queries, however many there are.
import type { Static } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import { type Objects, permissionsOf } from '../../access/vocabulary.ts'
import { stateOf } from '../../db/prepared.ts'
import type { Db, Row } from '../../db/tables.ts'
import { groupBy } from '../../engine/group.ts'
import type { Hash } from '../../engine/objects.ts'
import type { Urls } from '../../server/urls.ts'
import { loadUsers, type Users } from '../change-requests/queries.ts'
import { findRevision } from '../content/revisions.ts'
import { toUser } from '../users/queries.ts'
import { type ShownBody, showBodies } from './bodies.ts'
import { type CommentRow, headOf, type Place } from './queries.ts'
import { listReactions, type Reaction } from './reactions.ts'
import type { Comment, CommentReply, Format } from './schemas.ts'
import { loadTargets } from './targets.ts'

export interface Showing extends Place {
  space: Objects['space']
  caller: Caller
  urls: Urls
  query: { format?: Format | undefined }
}

interface Known {
  /** Just made: nobody can have reacted to them. */
  areNew?: boolean
}

const idOf = ({ id }: CommentRow) => id

/** The content that comments at a place are about now; read when it is first needed. */
export function currentRoot(db: Db, place: Place): () => Promise<Hash> {
  let root: Promise<Hash> | undefined
  return () => {
    root ??= findRevision(db, place.space.id, headOf(place)).then((revision) => revision!.root)
    return root
  }
}

/** What both comments and replies show. */
interface Parts {
  users: Users
  reactions: ReadonlyMap<string, Reaction[]>
  bodies: ShownBody[]
}

async function loadParts(
  db: Db,
  rows: readonly CommentRow[],
  { caller, query }: Showing,
  root: () => Promise<Hash>,
  { areNew }: Known,
): Promise<Parts> {
  const reactions = areNew ? [] : await listReactions(db, rows.map(idOf))
  const users = await loadPeople(db, caller, rows, reactions)
  return {
    users,
    reactions: groupBy(reactions, ({ comment_id }) => comment_id),
    bodies: await showBodies(db, rows, { root, format: query.format }),
  }
}

/** Everybody who is shown. Whoever asks is known already. */
async function loadPeople(
  db: Db,
  { user }: Caller,
  rows: readonly CommentRow[],
  reactions: readonly Reaction[],
): Promise<Users> {
  const others = new Set<string>()
  for (const { created_by, resolved_by } of rows) {
    others.add(created_by)
    if (resolved_by !== null) others.add(resolved_by)
  }
  for (const { user_id } of reactions) others.add(user_id)
  others.delete(user.id)
  return new Map(await loadUsers(db, [...others])).set(user.id, user)
}

export async function showComments(
  db: Db,
  rows: readonly CommentRow[],
  showing: Showing,
  known: Known = {},
): Promise<Static<typeof Comment>[]> {
  const root = currentRoot(db, showing)
  const parts = await loadParts(db, rows, showing, root, known)
  const isAboutContent = rows.some(({ page_id }) => page_id !== null)
  const targets = isAboutContent ? await loadTargets(db, await root(), rows) : []
  return rows.map((row, at) => ({
    object: 'comment',
    ...showShared(row, at, parts, showing),
    replies: row.replies,
    target: {
      ...targets[at],
      changeRequest: row.change_request_id ?? undefined,
      review: row.review_id ?? undefined,
      space: row.space_id,
      revision: row.revision_id,
    },
    status: row.status,
    resolvedAt: row.resolved_at ?? undefined,
    resolvedBy: row.resolved_by === null ? undefined : toUser(parts.users.get(row.resolved_by)!, showing.urls),
  }))
}

export async function showReplies(
  db: Db,
  rows: readonly CommentRow[],
  showing: Showing,
  known: Known = {},
): Promise<Static<typeof CommentReply>[]> {
  const parts = await loadParts(db, rows, showing, currentRoot(db, showing), known)
  return rows.map((row, at) => ({ object: 'comment-reply', ...showShared(row, at, parts, showing) }))
}

function showShared(
  row: CommentRow,
  at: number,
  { users, reactions, bodies }: Parts,
  { space, caller, urls }: Showing,
) {
  return {
    id: row.id,
    postedBy: toUser(users.get(row.created_by)!, urls),
    postedAt: row.created_at,
    editedAt: row.edited_at ?? undefined,
    reactions: showReactions(reactions.get(row.id) ?? [], users, urls),
    body: bodies[at]!,
    urls: { location: urls.api(pathOf(row)) },
    permissions: permissionsOf('comment', holding(space.role, row.created_by === caller.user.id)),
  }
}

const held = new Map<string, Objects['comment']>()

/** What a permission is about: the same for all comments of which somebody is, or is not, the author. */
function holding(role: Objects['comment']['role'], authored: boolean): Objects['comment'] {
  const key = `${role} ${authored}`
  const known = held.get(key) ?? ({ role, authored } as Objects['comment'])
  held.set(key, known)
  return known
}

function pathOf({ id, space_id, change_request_id, parent_id }: CommentRow): string {
  const place = change_request_id === null ? '' : `/change-requests/${change_request_id}`
  return `/spaces/${space_id}${place}/comments/${parent_id === null ? id : `${parent_id}/replies/${id}`}`
}

/** By emoji, in the order of first use; each with who and when. */
function showReactions(reactions: readonly Reaction[], users: ReadonlyMap<string, Row<'users'>>, urls: Urls) {
  return [...groupBy(reactions, ({ emoji }) => emoji)].map(([emoji, given]) => ({
    emoji,
    count: given.length,
    users: given.map(({ user_id, created_at }) => ({ user: toUser(users.get(user_id)!, urls), reactedAt: created_at })),
  }))
}

interface Lists {
  state: object
  shown: Map<string, object>
}

const before = new WeakMap<readonly CommentRow[], Lists>()

/** A list as it was shown before. As long as nothing has been written it only differs by who asks for it, and how. */
export async function remembered<List extends object>(
  rows: readonly CommentRow[],
  { db, caller, space, query }: Showing & { db: Db },
  show: () => Promise<List>,
): Promise<List> {
  const state = stateOf(db)
  if (!state) return show()
  const known = before.get(rows)
  const lists = known?.state === state ? known : { state, shown: new Map<string, object>() }
  before.set(rows, lists)
  const key = [caller.user.id, space.role, query.format].join(' ')
  const list = lists.shown.get(key) ?? Object.freeze(await show())
  lists.shown.set(key, list)
  return list as List
}
