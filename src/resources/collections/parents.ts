// Where content can be put: in a collection, or at the root of an organization.
import type { Caller } from '../../access/caller.ts'
import { loadCollection } from '../../access/load.ts'
import { demand } from '../../access/named.ts'
import type { Objects } from '../../access/vocabulary.ts'
import type { Db } from '../../db/tables.ts'
import { problem } from '../../errors.ts'

/** Refuses unless the caller may create content there; returns where that is, with the caller's role on it. */
export async function demandCreateIn(
  db: Db,
  caller: Caller,
  organization: Objects['organization'],
  parentId: string | null,
): Promise<Objects['organization'] | Objects['collection']> {
  if (parentId === null) {
    demand('organization.createContent', { organization })
    return organization
  }
  const collection = await loadCollection(db, caller, parentId)
  if (collection.organization_id !== organization.id) throw problem('notFound')
  demand('collection.create', { collection })
  return collection
}
