// Creates and updates comments and replies.
import type { Static } from 'typebox'
import { authorize } from '../../access/loading/path-objects.ts'
import type { Objects } from '../../access/permissions.ts'
import type { Db } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import type { ReplyPatch, WrittenBody } from '../../shapes/comments.ts'
import { type Branch, headOf } from '../content-changes/index.ts'
import { parseBody, type StoredBody } from './bodies.ts'
import { type CommentRow, insertComment, threadOf, updateCommentRow } from './comments.ts'
import { adjustCommentCounts } from './counts.ts'
import { updateReactions } from './reactions.ts'
import { NO_TARGET, type TargetColumns } from './targets.ts'

interface NewComment {
  branch: Branch
  by: string
  body: StoredBody
  parent?: string
  review?: string
  target?: TargetColumns
}

export async function addComment(
  db: Db,
  { branch, by, body, parent, review, target = NO_TARGET }: NewComment,
): Promise<CommentRow> {
  const row: CommentRow = {
    id: newId(),
    space_id: branch.space.id,
    change_request_id: branch.changeRequest?.id ?? null,
    parent_id: parent ?? null,
    thread_id: parent ?? threadOf(branch),
    review_id: review ?? null,
    ...target,
    revision_id: headOf(branch),
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
  if (parent === undefined) await adjustCommentCounts(db, row, { open: 1, total: 1 })
  return row
}

export const parseBodyOn = (
  db: Db,
  branch: Branch,
  written: Static<typeof WrittenBody>,
  path?: string,
): Promise<StoredBody> => parseBody(db, { space: branch.space, revision: headOf(branch) }, written, path)

type Patch = Static<typeof ReplyPatch> & { resolved?: boolean }

interface CommentUpdate {
  branch: Branch
  /** The kind of object to update, the object, and the id of the user who updates it. */
  kind: 'comment' | 'reply'
  object: Objects['comment']
  by: string
}

/** Applies a patch. Editing requires the author; resolving and reacting require permission to comment. */
export async function applyCommentPatch(db: Db, { branch, kind, object, by }: CommentUpdate, patch: Patch) {
  const { body, resolved, addedReactions, removedReactions } = patch
  const reacts = addedReactions !== undefined || removedReactions !== undefined
  if (body) authorize(`${kind}.edit`, { [kind]: object })
  if (reacts || resolved !== undefined) authorize(`${kind}.reply`, { [kind]: object })
  const written = body && (await parseBodyOn(db, branch, body))
  const columns = { ...(written && edited(written)), ...transition(object, resolved, by) }
  const row = Object.keys(columns).length > 0 ? await updateCommentRow(db, object.id, columns) : object
  if (columns.status) await adjustCommentCounts(db, row, { open: columns.status === 'open' ? 1 : -1, total: 0 })
  if (reacts) await updateReactions(db, object.id, by, patch)
  return { row, changed: row !== object || reacts, mentions: written?.mentions ?? [] }
}

const edited = ({ markdown, document }: StoredBody) => ({ markdown, document, edited_at: now() })

/**
 * The columns that resolving or reopening changes; empty if the status is already right. The caller has locked the row.
 */
function transition({ status }: CommentRow, resolved: boolean | undefined, by: string): Partial<CommentRow> {
  if (resolved === undefined || resolved === (status === 'resolved')) return {}
  return resolved
    ? { status: 'resolved', resolved_at: now(), resolved_by: by }
    : { status: 'open', resolved_at: null, resolved_by: null }
}
