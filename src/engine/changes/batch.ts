// The state of a batch while it applies: the tree it edits, its refs, the time, and how its documents get keys.

import type { Document } from '../document.ts'
import type { EncodeDocument } from '../keys/keep-keys.ts'
import type { Hash } from '../objects.ts'
import { loadObject, type Reading } from '../reading.ts'
import { putDocument, putEncoded, type Tree } from '../tree/draft.ts'
import type { Effect, Reason } from './change.ts'
import { type Refs, resolve, resolveDocument } from './refs.ts'

export interface Batch {
  readonly tree: Tree
  readonly refs: Refs
  readonly now: string
  readonly encodeDocument: EncodeDocument
  /** For documents that this batch added: the stored document that each replaces. */
  readonly origins: Map<Hash, Hash | undefined>
}

/** The effect of one change, or the reason why it failed. */
export type Outcome = Effect | { reason: Reason; subject: string }

/** Resolves `name`, an id or a ref of the batch, to an id. */
export function idOf(batch: Batch, name: string): string {
  return resolve(batch.refs, name)
}

/** Adds a document to the tree, with refs resolved and a key on every block. `before` is the document it replaces. */
export function* addDocument(batch: Batch, document: Document, before?: Hash): Reading<Hash> {
  // Nobody has seen the keys of documents that this batch added.
  const origin = before !== undefined && batch.origins.has(before) ? batch.origins.get(before) : before
  const replaced = origin === undefined ? undefined : { hash: origin, document: yield* loadDocument(batch, origin) }
  const keyed = batch.encodeDocument(document, replaced)
  // Refs are resolved last, because their ids are new each time that the batch is applied.
  const hash =
    batch.refs.ids.size === 0
      ? putEncoded(batch.tree, keyed)
      : putDocument(batch.tree, resolveDocument(batch.refs, keyed.value as unknown as Document))
  batch.origins.set(hash, origin)
  return hash
}

/** Loads a document of the tree, stored or added by this batch. */
export function* loadDocument(batch: Batch, hash: Hash): Reading<Document> {
  const pending = batch.tree.documents.get(hash)
  return (pending ? pending.value : yield* loadObject(hash)) as unknown as Document
}
