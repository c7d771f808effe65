// Writing comments and replies: what a new one starts with, and what an update changes.
import type { Static } from 'typebox'
import { demand } from '../../access/named.ts'
import type { Objects } from '../../access/vocabulary.ts'
import type { Db } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import { readBody, type StoredBody } from './bodies.ts'
import { countComments } from './counts.ts'
import { type CommentRow, headOf, insertComment, type Place, patchComment, threadOf } from './queries.ts'
import { react } from './reactions.ts'
import type { ReplyPatch, WrittenBody } from './schemas.ts'
import { NO_TARGET, type TargetColumns } from './targets.ts'

export interface NewComment {
  place: Place
  by: string
  body: StoredBody
  parent?: string
  review?: string
  target?: TargetColumns
}

export async function addComment(
  db: Db,
  { place, by, body, parent, review, target = NO_TARGET }: NewComment,
): Promise<CommentRow> {
  const row: CommentRow = {
    id: newId(),
    space_id: place.space.id,
    change_request_id: place.changeRequest?.id ?? null,
    parent_id: parent ?? null,
    thread_id: parent ?? threadOf(place),
    review_id: review ?? null,
    ...target,
    revision_id: headOf(place),
    markdown: body.markdown,
    document: body.document,
    status: 'open',
    replies: 0,
    created_by: by,
    created_at: now(),
    edited_at: null,
    resolved_by: null,
    resolved_at: null,
  }
  await insertComment(db, row)
  if (parent === undefined) await countComments(db, row, { open: 1, total: 1 })
  return row
}

export const bodyAt = (db: Db, place: Place, written: Static<typeof WrittenBody>, path?: string): Promise<StoredBody> =>
  readBody(db, { space: place.space, revision: headOf(place) }, written, path)

type Patch = Static<typeof ReplyPatch> & { resolved?: boolean }

interface Updating {
  place: Place
  /** What is updated, and who does it. */
  kind: 'comment' | 'reply'
  object: Objects['comment']
  by: string
}

/** Applies an update as a whole. Editing takes an author; resolving and reacting takes whoever may comment. */
export async function change(db: Db, { place, kind, object, by }: Updating, patch: Patch) {
  const { body, resolved, addedReactions, removedReactions } = patch
  const reacts = addedReactions !== undefined || removedReactions !== undefined
  if (body) demand(`${kind}.edit`, { [kind]: object })
  if (reacts || resolved !== undefined) demand(`${kind}.reply`, { [kind]: object })
  const written = body && (await bodyAt(db, place, body))
  const columns = { ...(written && edited(written)), ...transition(object, resolved, by) }
  const row = Object.keys(columns).length > 0 ? await patchComment(db, object.id, columns) : object
  if (columns.status) await countComments(db, row, { open: columns.status === 'open' ? 1 : -1, total: 0 })
  if (reacts) await react(db, object.id, by, patch)
  return { row, changed: row !== object || reacts, mentions: written?.mentions ?? [] }
}

const edited = ({ markdown, document }: StoredBody) => ({ markdown, document, edited_at: now() })

/** What resolving or reopening changes; nothing when it is so already. The row is held since it was read. */
function transition({ status }: CommentRow, resolved: boolean | undefined, by: string): Partial<CommentRow> {
  if (resolved === undefined || resolved === (status === 'resolved')) return {}
  return resolved
    ? { status: 'resolved', resolved_at: now(), resolved_by: by }
    : { status: 'open', resolved_at: null, resolved_by: null }
}
