// The refs of a batch: temporary names for inserted objects, valid in every change and document of the batch.

import type { ContentRef } from '../content-ref.ts'
import type { Document } from '../document.ts'
import { mapReferences } from '../links.ts'
import type { Change, Failure } from './change.ts'

export interface Refs {
  readonly ids: ReadonlyMap<string, string>
  /** The index of the change that inserts a page, by page id. */
  readonly pages: ReadonlyMap<string, number>
}

/** Collects the refs of a batch; a duplicate ref is a failure. */
export function collectRefs(changes: readonly Change[]): Refs | Failure {
  const ids = new Map<string, string>()
  const pages = new Map<string, number>()
  for (const [index, change] of changes.entries()) {
    if (change.operation === 'insert_page') pages.set(change.id, index)
    for (const { ref, id } of insertedBy(change)) {
      if (ref === undefined) continue
      if (ids.has(ref)) return { index, reason: 'ref-taken', subject: ref }
      ids.set(ref, id)
    }
  }
  return { ids, pages }
}

function insertedBy(change: Change): { id: string; ref?: string }[] {
  if (change.operation === 'insert_files') return change.files
  return change.operation === 'insert_page' || change.operation === 'insert_reusable_content' ? [change] : []
}

/** Resolves `name`, a ref of the batch or an id, to an id. */
export function resolve(refs: Refs, name: string): string {
  return refs.ids.get(name) ?? name
}

/** Returns the document with every ref of the batch replaced by its id. */
export function resolveDocument(refs: Refs, document: Document): Document {
  return refs.ids.size === 0 ? document : mapReferences(document, (ref) => resolveRef(refs, ref))
}

// A reference into another space always holds an id.
function resolveRef(refs: Refs, ref: ContentRef): ContentRef {
  if ('space' in ref && ref.space !== undefined) return ref
  if (ref.kind === 'page') return { ...ref, page: resolve(refs, ref.page) }
  if (ref.kind === 'anchor' && ref.page !== undefined) return { ...ref, page: resolve(refs, ref.page) }
  if (ref.kind === 'file') return { ...ref, file: resolve(refs, ref.file) }
  if (ref.kind === 'reusable-content') return { ...ref, reusableContent: resolve(refs, ref.reusableContent) }
  return ref
}
