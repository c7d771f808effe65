// Tracks which spaces have computed pages, or documents that show operations. `computed_state` changes with every
// specification of the organization and is part of every ETag.
import type { Db } from '../../db/tables.ts'
import type { Encoded } from '../../engine/objects.ts'
import { isLeaf, isNode, lowerBound, type Node } from '../../engine/ordered-map/node.ts'
import { PAGES } from '../../engine/tree/keys.ts'
import type { Page } from '../../engine/tree/records.ts'
import { newId } from '../../lib/ids.ts'
import { enqueueIndexing } from './missing.ts'

/** Marks the space if new objects of its content have a computed page, or show an operation. */
export async function markComputedPages(db: Db, spaceId: string, objects: readonly Encoded[]): Promise<void> {
  if (!objects.some((object) => (isNode(object) ? hasComputedPage(object) : showsOperation(object)))) return
  await db
    .updateTable('spaces')
    .set({ computed_state: newId() })
    .where('id', '=', spaceId)
    .where('computed_state', 'is', null)
    .execute()
}

/** What documents that show an operation have in them. */
const SHOWING = ['"kind":"openapi"', '"type":"swagger"']

/** Searches the bytes: decoding documents takes long. */
function showsOperation({ bytes }: Encoded): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return SHOWING.some((text) => buffer.includes(text))
}

function hasComputedPage({ value }: Encoded): boolean {
  const node = value as unknown as Node
  if (!isLeaf(node)) return false
  const { entries } = node
  for (let at = lowerBound(entries, PAGES); entries[at]?.[0].startsWith(PAGES); at++)
    if ((entries[at]![1] as unknown as Page).computed !== undefined) return true
  return false
}

/** Invalidates the computed pages of one space or of all spaces of an organization, and queues indexing. */
export async function invalidateComputedPages(
  db: Db,
  where: { organization_id: string } | { id: string },
): Promise<void> {
  const spaces = await db
    .updateTable('spaces')
    .set({ computed_state: newId() })
    .where((is) => is.and(where))
    .where('computed_state', 'is not', null)
    .returning('id')
    .execute()
  for (const { id } of spaces) await enqueueIndexing(db, id)
}
