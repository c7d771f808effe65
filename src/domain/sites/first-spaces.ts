// The first spaces of a new site, and the check that a space may be published.
import type { Caller } from '../../access/caller.ts'
import { lock } from '../../access/loading/locks.ts'
import { loadSpace } from '../../access/loading/objects.ts'
import { authorize } from '../../access/loading/path-objects.ts'
import type { Objects } from '../../access/permissions.ts'
import type { Db, Row } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import { clip } from '../../lib/text.ts'
import { orderKeyIn } from '../placement/index.ts'
import { insertSpace, insertWelcomeSpace } from '../spaces/index.ts'

type Organization = Objects['organization']

const TITLE_LENGTH = 50

/** The given spaces, or a new space: empty, or with sample pages. */
export async function firstSpaces(
  db: Db,
  caller: Caller,
  organization: Organization,
  { spaces = [], title }: { spaces: readonly string[] | 'empty' | 'sample' | undefined; title: string },
): Promise<Row<'spaces'>[]> {
  if (spaces === 'sample') return [await insertWelcomeSpace(db, organization.id, caller.user.id)]
  if (spaces === 'empty') return [await insertEmptySpace(db, organization.id, caller, title)]
  const found = new Map<string, Row<'spaces'>>()
  // Spaces are locked in id order, to prevent deadlocks.
  for (const id of [...spaces].sort()) found.set(id, await loadPublishable(db, caller, organization, id))
  return spaces.map((id) => found.get(id)!)
}

async function insertEmptySpace(db: Db, organizationId: string, caller: Caller, title: string) {
  const position = await orderKeyIn(db, { organizationId, parentId: null })
  const place = { organization_id: organizationId, parent_id: null, position }
  return insertSpace(db, { ...place, title: clip(title, TITLE_LENGTH) }, { createdBy: caller.user.id })
}

/** Locks and loads a space that the caller may publish. The lock keeps it from being deleted meanwhile. */
export async function loadPublishable(
  db: Db,
  caller: Caller,
  organization: Organization,
  id: string,
): Promise<Objects['space']> {
  await lock(db, 'space', id)
  const space = await loadSpace(db, caller, id)
  if (space.organization_id !== organization.id) throw problem('notFound')
  authorize('space.admin', { space })
  return space
}
