// Presents notifications: to the API, and as a sentence for mails.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { isOneOf } from '../../db/dialect.ts'
import type { Db, Row } from '../../db/tables.ts'
import { textOf } from '../../engine/text.ts'
import { clip } from '../../lib/text.ts'
import type { Urls } from '../../server/urls.ts'
import type { Notification as NotificationShape } from '../../shapes/notifications.ts'
import { loadUsers } from '../change-requests/index.ts'
import { toUser } from '../people/index.ts'
import type { Kind } from './kinds.ts'
import type { Notification } from './notifications.ts'

/** A notification with what it is about. */
export interface Described {
  row: Notification
  space: Pick<Row<'spaces'>, 'id' | 'title' | 'organization_id'>
  changeRequest: Row<'change_requests'> | undefined
  comment: Row<'comments'> | undefined
  actor: Row<'users'> | undefined
}

/** Four queries, however many there are. */
export async function describe(db: Db, rows: readonly Notification[]): Promise<Described[]> {
  if (rows.length === 0) return []
  const spaces = await loadAll(
    db,
    'spaces',
    rows.map(({ space_id }) => space_id),
  )
  const requests = await loadAll(
    db,
    'change_requests',
    rows.map(({ change_request_id }) => change_request_id),
  )
  const comments = await loadAll(
    db,
    'comments',
    rows.map(({ comment_id }) => comment_id),
  )
  const users = await loadUsers(
    db,
    rows.flatMap(({ actor_id }) => actor_id ?? []),
  )
  return rows.map((row) => ({
    row,
    space: spaces.get(row.space_id)!,
    changeRequest: requests.get(row.change_request_id ?? ''),
    comment: comments.get(row.comment_id ?? ''),
    actor: users.get(row.actor_id ?? ''),
  }))
}

async function loadAll<Table extends 'spaces' | 'change_requests' | 'comments'>(
  db: Db,
  table: Table,
  ids: readonly (string | null)[],
): Promise<Map<string, Row<Table>>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<Row<Table> & { id: string }>`
    select * from ${sql.table(table)} where ${isOneOf(db, sql.ref('id'), wanted)}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

interface Details {
  status?: 'approved' | 'changes-requested' | 'completed' | 'failed'
  run?: string
  reason?: string
  page?: string
}

export function toNotification(described: Described, urls: Urls): Static<typeof NotificationShape> {
  const { row, space, changeRequest, comment, actor } = described
  const { status, run, reason, page } = JSON.parse(row.data) as Details
  return {
    object: 'notification',
    id: row.id,
    kind: row.kind,
    title: titleOf(described),
    read: row.read_at !== null,
    readAt: row.read_at ?? undefined,
    createdAt: row.created_at,
    organization: space.organization_id,
    space: { id: space.id, title: space.title },
    changeRequest: changeRequest && {
      id: changeRequest.id,
      number: changeRequest.number,
      subject: changeRequest.subject,
    },
    comment: comment && (comment.parent_id ?? comment.id),
    reply: comment?.parent_id ? comment.id : undefined,
    page: page ?? comment?.page_id ?? undefined,
    status,
    importRun: run,
    reason,
    actor: actor && toUser(actor, urls),
    urls: { app: appUrlOf(described, urls), location: urls.api(`/user/notifications/${row.id}`) },
  }
}

/** The part of a change request where the person can act on the notification; the draft itself is to write in. */
const PARTS: Partial<Record<Kind, string>> = {
  'review-requested': '/changes',
  reviewed: '/changes',
  merged: '/changes',
  conflict: '/conflicts',
}

/** The space, the change request, or the comment. */
export function appUrlOf({ row, space, changeRequest, comment }: Described, urls: Urls): string {
  const place = `/spaces/${space.id}${changeRequest ? `/change-requests/${changeRequest.id}` : ''}`
  if (!comment) return urls.app(place + ((changeRequest && PARTS[row.kind]) ?? ''))
  const page = comment.page_id === null ? (changeRequest ? '/conversation' : '') : `/pages/${comment.page_id}`
  return `${urls.app(place + page)}?comment=${comment.parent_id ?? comment.id}`
}

/** One sentence: who did what, and where. */
export function titleOf({ row, space, changeRequest, comment, actor }: Described): string {
  const who = actor?.display_name ?? 'Somebody'
  const { status } = JSON.parse(row.data) as Details
  const request =
    changeRequest &&
    `change request #${changeRequest.number}${changeRequest.subject ? ` “${changeRequest.subject}”` : ''}`
  const place = request ?? (space.title ? `“${space.title}”` : 'an untitled space')
  switch (row.kind) {
    case 'mentioned':
      return `${who} mentioned you in ${place}`
    case 'replied':
      return comment?.parent_id ? `${who} replied to a comment in ${place}` : `${who} commented on ${place}`
    case 'review-requested':
      return `${who} asks you to review ${place}`
    case 'reviewed':
      return status === 'approved' ? `${who} approved ${place}` : `${who} requested changes in ${place}`
    case 'merged':
      return `${who} merged ${place}`
    case 'conflict':
      return `${place[0]!.toUpperCase()}${place.slice(1)} has conflicts with the main content`
    case 'import-finished':
      return status === 'failed' ? `Your import into ${place} failed` : `Your import into ${place} is done`
  }
}

const EXCERPT = 500

/** What was written, as plain text. */
export function excerptOf({ row, comment }: Described): string | undefined {
  const { reason } = JSON.parse(row.data) as Details
  const text = comment ? (comment.markdown ?? textOf(JSON.parse(comment.document!))) : reason
  return text === undefined || text.trim() === '' ? undefined : clip(text.trim(), EXCERPT)
}
