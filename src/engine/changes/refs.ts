// The refs of a batch: names for what it inserts, valid in every change and document of it, before or after.

import type { ContentRef } from '../content-ref.ts'
import type { Document } from '../document.ts'
import { mapReferences } from '../links.ts'
import type { Change, Failure } from './change.ts'

export interface Refs {
  readonly ids: ReadonlyMap<string, string>
  /** Which change inserts the page with that id. */
  readonly pages: ReadonlyMap<string, number>
}

/** Collects the refs of a batch. A ref given twice is a failure. */
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

/** The id that a change means by `name`, be it a ref of the batch or an id. */
export function resolve(refs: Refs, name: string): string {
  return refs.ids.get(name) ?? name
}

/** The document with every ref of the batch replaced by the id it stands for. */
export function resolveDocument(refs: Refs, document: Document): Document {
  return refs.ids.size === 0 ? document : mapReferences(document, (ref) => resolveRef(refs, ref))
}

// A reference into another space means an id there.
function resolveRef(refs: Refs, ref: ContentRef): ContentRef {
  if ('space' in ref && ref.space !== undefined) return ref
  if (ref.kind === 'page') return { ...ref, page: resolve(refs, ref.page) }
  if (ref.kind === 'anchor' && ref.page !== undefined) return { ...ref, page: resolve(refs, ref.page) }
  if (ref.kind === 'file') return { ...ref, file: resolve(refs, ref.file) }
  if (ref.kind === 'reusable-content') return { ...ref, reusableContent: resolve(refs, ref.reusableContent) }
  return ref
}
