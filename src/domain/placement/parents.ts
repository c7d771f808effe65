// Parents of content: a collection, or the root of an organization.
import type { Caller } from '../../access/caller.ts'
import { loadCollection } from '../../access/loading/objects.ts'
import { authorize } from '../../access/loading/path-objects.ts'
import type { Objects } from '../../access/permissions.ts'
import type { Db } from '../../db/tables.ts'
import { problem } from '../../errors.ts'

/** Authorizes creating content in the parent, and returns the parent with the caller's role on it. */
export async function authorizeCreateIn(
  db: Db,
  caller: Caller,
  organization: Objects['organization'],
  parentId: string | null,
): Promise<Objects['organization'] | Objects['collection']> {
  if (parentId === null) {
    authorize('organization.createContent', { organization })
    return organization
  }
  const collection = await loadCollection(db, caller, parentId)
  if (collection.organization_id !== organization.id) throw problem('notFound')
  authorize('collection.create', { collection })
  return collection
}
