// A batch of changes at work: the tree it edits, and what its documents need before they can be kept.

import type { Document } from '../document.ts'
import { addKeys, keepKeys } from '../keys/keep-keys.ts'
import type { Hash } from '../objects.ts'
import { loadObject, type Reading } from '../reading.ts'
import { putDocument, type Tree } from '../tree/draft.ts'
import type { Effect, Reason } from './change.ts'
import { type Refs, resolve, resolveDocument } from './refs.ts'

export interface Batch {
  readonly tree: Tree
  readonly refs: Refs
  readonly now: string
  readonly newKey: () => string
}

/** What one change did, or why it cannot be done. */
export type Outcome = Effect | { reason: Reason; subject: string }

/** The id that a change means by `name`. */
export function idOf(batch: Batch, name: string): string {
  return resolve(batch.refs, name)
}

/** Adds a document to the tree, refs resolved and every block with its key; `before` is the document it replaces. */
export function* keepDocument(batch: Batch, document: Document, before?: Hash): Reading<Hash> {
  const resolved = resolveDocument(batch.refs, document)
  if (before === undefined) return putDocument(batch.tree, addKeys(resolved, batch.newKey))
  const old = yield* loadDocument(batch, before)
  return putDocument(batch.tree, keepKeys(old, resolved, batch.newKey))
}

/** A document that the tree refers to, be it stored or new in this batch. */
export function* loadDocument(batch: Batch, hash: Hash): Reading<Document> {
  const pending = batch.tree.documents.get(hash)
  return (pending ? pending.value : yield* loadObject(hash)) as unknown as Document
}
