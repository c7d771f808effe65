// Expands the reusable contents that a document includes, directly or through others.
import type { Db } from '../../db/tables.ts'
import type { Document } from '../../engine/document.ts'
import { include } from '../../engine/inclusion.ts'
import { refsOfNode } from '../../engine/links.ts'
import { findRecord } from '../../engine/tree/collections.ts'
import { blocksIn } from '../../engine/walk.ts'
import { loadStoredDocument, readContent, type View } from '../revisions/index.ts'

/** More of them in one page stay references. */
const MAX_CONTENTS = 200

export async function withIncluded(db: Db, { tree }: View, document: Document): Promise<Document> {
  const contents = new Map<string, Document>()
  const waiting = idsIn(document)
  for (let id = waiting.pop(); id !== undefined && contents.size < MAX_CONTENTS; id = waiting.pop()) {
    if (contents.has(id)) continue
    const found = await readContent(db, findRecord(tree, 'reusableContent', id))
    if (!found) continue
    const content = await loadStoredDocument(db, found.document)
    contents.set(id, content)
    waiting.push(...idsIn(content))
  }
  return include(document, contents)
}

const idsIn = (document: Document): string[] =>
  blocksIn(document).flatMap((block) => {
    if (block.type !== 'reusable-content') return []
    return refsOfNode(block).flatMap((ref) =>
      ref.kind === 'reusable-content' && ref.space === undefined ? [ref.reusableContent] : [],
    )
  })
