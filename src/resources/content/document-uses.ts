// Checks whether a revision of a space refers to a document. Documents are addressed by hash, regardless of their
// author, so a space must serve only the hashes it uses. The objects of explored revisions are cached per space: most
// lookups read nothing, and only an unknown hash walks the whole history, once.
import type { Db } from '../../db/tables.ts'
import { readContent } from '../../domain/revisions/index.ts'
import type { Hash } from '../../engine/objects.ts'
import { listReachable } from '../../engine/tree/reachable.ts'

const MAX_SPACES = 20

interface ExploredSpace {
  roots: Set<Hash>
  /** All objects reachable from those roots: tree nodes and documents. */
  objects: Set<Hash>
}

const spaces = new Map<string, ExploredSpace>()

/** True if any revision of the space, on main or in a change request, contains the object. */
export async function isUsedIn(db: Db, spaceId: string, hash: Hash): Promise<boolean> {
  const explored = cached(spaceId)
  if (explored.objects.has(hash)) return true
  for (const root of await listRoots(db, spaceId)) {
    if (explored.roots.has(root)) continue
    for (const found of await readContent(db, listReachable(root, explored.objects))) explored.objects.add(found)
    explored.roots.add(root)
    if (explored.objects.has(hash)) return true
  }
  return false
}

/** Newest first, because most requests are for recent documents. */
async function listRoots(db: Db, spaceId: string): Promise<Hash[]> {
  const rows = await db
    .selectFrom('revisions')
    .select('root')
    .where('space_id', '=', spaceId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ root }) => root)
}

function cached(spaceId: string): ExploredSpace {
  const explored = spaces.get(spaceId) ?? { roots: new Set(), objects: new Set() }
  spaces.delete(spaceId)
  spaces.set(spaceId, explored)
  if (spaces.size > MAX_SPACES) spaces.delete(spaces.keys().next().value as string)
  return explored
}
