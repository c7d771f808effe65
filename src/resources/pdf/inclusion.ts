// Reusable contents in the places where documents include them.
import type { Db } from '../../db/tables.ts'
import type { Block, Document } from '../../engine/document.ts'
import { loadObject } from '../../engine/reading.ts'
import { listRecords } from '../../engine/tree/collections.ts'
import { openTree } from '../../engine/tree/draft.ts'
import type { ReusableContent } from '../../engine/tree/records.ts'
import { mapChildren, type Nested } from '../../engine/walk.ts'
import { readContent } from '../content/revisions.ts'

/** What includes what else stops here: contents that include each other would never end. */
const DEEPEST = 5

export type Contents = ReadonlyMap<string, Document>

/** Every reusable content of a revision that has a document, by id. */
export async function loadContents(db: Db, root: string): Promise<Contents> {
  const records = await readContent(db, listRecords(openTree(root), 'reusableContent'))
  const contents = new Map<string, Document>()
  for (const { id, record } of records) {
    const { document } = record as ReusableContent
    if (document) contents.set(id, await readContent(db, loadObject<never>(document)))
  }
  return contents
}

export function include(document: Document, contents: Contents, depth = 0): Document {
  if (contents.size === 0) return document
  const included = (node: Nested): readonly Nested[] => {
    const found = node.object === 'block' && node.type === 'reusable-content' ? contentOf(node, contents) : undefined
    if (!found) return [node]
    return depth < DEEPEST ? include(found, contents, depth + 1).nodes : []
  }
  return mapChildren(document, (nodes) => nodes.flatMap(included))
}

function contentOf(block: Block, contents: Contents): Document | undefined {
  const ref = block.data?.ref as { kind?: unknown; reusableContent?: unknown; space?: unknown } | undefined
  return ref?.kind === 'reusable-content' && ref.space === undefined
    ? contents.get(String(ref.reusableContent))
    : undefined
}
