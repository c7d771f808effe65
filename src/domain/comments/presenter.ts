// Presents comments and replies with a fixed number of queries.
import type { Static } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import { type Objects, permissionsOf } from '../../access/permissions.ts'
import type { Db, Row } from '../../db/tables.ts'
import { groupBy } from '../../engine/group.ts'
import type { Hash } from '../../engine/objects.ts'
import type { Urls } from '../../server/urls.ts'
import type { Comment, CommentReply, Format } from '../../shapes/comments.ts'
import { loadUsers, type UsersById } from '../change-requests/index.ts'
import { type Branch, headOf } from '../content-changes/index.ts'
import { toUser } from '../people/index.ts'
import { findRevision } from '../revisions/index.ts'
import { type BodyJson, presentBodies } from './bodies.ts'
import type { CommentRow } from './comments.ts'
import { listReactions, type Reaction } from './reactions.ts'
import { loadTargets } from './targets.ts'

export interface CommentPresenterContext extends Branch {
  space: Objects['space']
  caller: Caller
  urls: Urls
  query: { format?: Format | undefined }
}

interface PresentOptions {
  /** The comments were just created, so they have no reactions. */
  areNew?: boolean
}

const idOf = ({ id }: CommentRow) => id

/** Returns a function that loads the root of the branch's head once, on first use. */
export function currentRoot(db: Db, branch: Branch): () => Promise<Hash> {
  let root: Promise<Hash> | undefined
  return () => {
    root ??= findRevision(db, branch.space.id, headOf(branch)).then((revision) => revision!.root)
    return root
  }
}

/** What comments and replies have in common. */
interface Parts {
  users: UsersById
  reactions: ReadonlyMap<string, Reaction[]>
  bodies: BodyJson[]
}

async function loadParts(
  db: Db,
  rows: readonly CommentRow[],
  { caller, query }: CommentPresenterContext,
  root: () => Promise<Hash>,
  { areNew }: PresentOptions,
): Promise<Parts> {
  const reactions = areNew ? [] : await listReactions(db, rows.map(idOf))
  const users = await loadShownUsers(db, caller, rows, reactions)
  return {
    users,
    reactions: groupBy(reactions, ({ comment_id }) => comment_id),
    bodies: await presentBodies(db, rows, { root, format: query.format }),
  }
}

/** Loads the authors, resolvers and reacting users. The caller's row is already loaded. */
async function loadShownUsers(
  db: Db,
  { user }: Caller,
  rows: readonly CommentRow[],
  reactions: readonly Reaction[],
): Promise<UsersById> {
  const others = new Set<string>()
  for (const { created_by, resolved_by } of rows) {
    others.add(created_by)
    if (resolved_by !== null) others.add(resolved_by)
  }
  for (const { user_id } of reactions) others.add(user_id)
  others.delete(user.id)
  return new Map(await loadUsers(db, [...others])).set(user.id, user)
}

export async function presentComments(
  db: Db,
  rows: readonly CommentRow[],
  context: CommentPresenterContext,
  options: PresentOptions = {},
): Promise<Static<typeof Comment>[]> {
  const root = currentRoot(db, context)
  const parts = await loadParts(db, rows, context, root, options)
  const isAboutContent = rows.some(({ page_id }) => page_id !== null)
  const targets = isAboutContent ? await loadTargets(db, await root(), rows) : []
  return rows.map((row, at) => ({
    object: 'comment',
    ...presentShared(row, at, parts, context),
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
    resolvedBy: row.resolved_by === null ? undefined : toUser(parts.users.get(row.resolved_by)!, context.urls),
  }))
}

export async function presentReplies(
  db: Db,
  rows: readonly CommentRow[],
  context: CommentPresenterContext,
  options: PresentOptions = {},
): Promise<Static<typeof CommentReply>[]> {
  const parts = await loadParts(db, rows, context, currentRoot(db, context), options)
  return rows.map((row, at) => ({ object: 'comment-reply', ...presentShared(row, at, parts, context) }))
}

function presentShared(
  row: CommentRow,
  at: number,
  { users, reactions, bodies }: Parts,
  { space, caller, urls }: CommentPresenterContext,
) {
  return {
    id: row.id,
    postedBy: toUser(users.get(row.created_by)!, urls),
    postedAt: row.created_at,
    editedAt: row.edited_at ?? undefined,
    reactions: presentReactions(reactions.get(row.id) ?? [], users, urls),
    body: bodies[at]!,
    urls: { location: urls.api(pathOf(row)) },
    permissions: permissionsOf('comment', {
      role: space.role,
      authored: row.created_by === caller.user.id,
    } as Objects['comment']),
  }
}

function pathOf({ id, space_id, change_request_id, parent_id }: CommentRow): string {
  const place = change_request_id === null ? '' : `/change-requests/${change_request_id}`
  return `/spaces/${space_id}${place}/comments/${parent_id === null ? id : `${parent_id}/replies/${id}`}`
}

/** Groups reactions by emoji, in order of first use. */
function presentReactions(reactions: readonly Reaction[], users: ReadonlyMap<string, Row<'users'>>, urls: Urls) {
  return [...groupBy(reactions, ({ emoji }) => emoji)].map(([emoji, given]) => ({
    emoji,
    count: given.length,
    users: given.map(({ user_id, created_at }) => ({ user: toUser(users.get(user_id)!, urls), reactedAt: created_at })),
  }))
}
