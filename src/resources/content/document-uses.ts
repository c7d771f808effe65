// Which documents the revisions of a space refer to. A document is named by its hash alone, whoever wrote it, so a hash
// is answered only in a space that has it. What was found out is kept, and grows by what later revisions add: most
// answers read nothing, and only a hash that is nowhere makes the whole history be looked at, once.
import type { Db } from '../../db/tables.ts'
import type { Hash } from '../../engine/objects.ts'
import { listReachable } from '../../engine/tree/reachable.ts'
import { readContent } from './revisions.ts'

const SPACES_KEPT = 20

interface Explored {
  roots: Set<Hash>
  /** All objects of those roots: nodes of the map, and documents. */
  objects: Set<Hash>
}

const spaces = new Map<string, Explored>()

/** True when a revision of the space, be it of main content or of a change request, consists of that object too. */
export async function isUsedIn(db: Db, spaceId: string, hash: Hash): Promise<boolean> {
  const explored = recall(spaceId)
  if (explored.objects.has(hash)) return true
  for (const root of await listRoots(db, spaceId)) {
    if (explored.roots.has(root)) continue
    for (const found of await readContent(db, listReachable(root, explored.objects))) explored.objects.add(found)
    explored.roots.add(root)
    if (explored.objects.has(hash)) return true
  }
  return false
}

/** Newest first: that is where most of what is asked for can be found. */
async function listRoots(db: Db, spaceId: string): Promise<Hash[]> {
  const rows = await db
    .selectFrom('revisions')
    .select('root')
    .where('space_id', '=', spaceId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ root }) => root)
}

function recall(spaceId: string): Explored {
  const explored = spaces.get(spaceId) ?? { roots: new Set(), objects: new Set() }
  spaces.delete(spaceId)
  spaces.set(spaceId, explored)
  if (spaces.size > SPACES_KEPT) spaces.delete(spaces.keys().next().value as string)
  return explored
}
