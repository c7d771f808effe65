// Resolves a merge conflict by choosing a side. The tree already has ours, except that records deleted by one side were
// kept.

import type { Document } from '../document.ts'
import { type Hash, type Json, ownField } from '../objects.ts'
import type { Reading } from '../reading.ts'
import { findRecord, putRecord, removeRecord } from '../tree/collections.ts'
import { putDocument, type Tree } from '../tree/draft.ts'
import { movePage, removePage, updatePage } from '../tree/edit-pages.ts'
import { findPage, listChildKeys } from '../tree/pages.ts'
import type { PageLocation } from '../tree/records.ts'
import { EMPTY_DOCUMENT } from '../walk.ts'
import type { Conflict } from './conflict.ts'
import { mergeDocuments } from './merge-documents.ts'

export type Side = 'ours' | 'theirs'

/**
 * Applies the chosen side of a conflict to `tree`. Objects that no longer exist are ignored. Returns false if the tree
 * does not allow it: a move can still be a cycle until other moves are resolved.
 */
export function* resolveConflict(tree: Tree, conflict: Conflict, side: Side): Reading<boolean> {
  if (conflict.kind === 'moved' || conflict.kind === 'cycle') {
    return side === 'ours' || (yield* moveTo(tree, conflict.id, conflict.theirs as PageLocation))
  }
  if (conflict.kind === 'deleted') yield* resolveDeleted(tree, conflict, side)
  else if (side === 'theirs') {
    const isDocument = conflict.kind === 'document'
    yield* setField(tree, conflict, isDocument ? yield* preferTheirs(tree, conflict) : conflict.theirs)
  }
  return true
}

function* resolveDeleted(tree: Tree, { on, id, ...sides }: Conflict, side: Side): Reading<void> {
  if (sides[side] !== undefined) return
  if (on !== 'page') return removeRecord(tree, on, id)
  yield* liftChildren(tree, id)
  yield* removePage(tree, id)
}

// Pages still below a deleted page come from the other side, so they move up into its position.
function* liftChildren(tree: Tree, id: string): Reading<void> {
  const page = yield* findPage(tree, id)
  if (!page) return
  const at = (yield* listChildKeys(tree, page.parent)).findIndex((sibling) => sibling.id === id)
  for (const child of (yield* listChildKeys(tree, id)).reverse())
    yield* movePage(tree, child.id, { parent: page.parent, at })
}

function* setField(tree: Tree, { on, id, field = '' }: Conflict, value: unknown): Reading<void> {
  const record = on === 'page' ? yield* findPage(tree, id) : yield* findRecord(tree, on, id)
  if (record === undefined) return
  const [name, ...path] = field.split('.') as [string, ...string[]]
  const part = path.join('.')
  const whole = part === '' || typeof record !== 'object' ? value : withField(ownField(record, name) ?? {}, part, value)
  if (on === 'page') yield* updatePage(tree, id, { [name]: whole ?? null })
  else if (on === 'variable') putRecord(tree, on, id, whole as string)
  else putRecord(tree, on, id, withField(record as object, name, whole) as never)
}

function withField(object: object, name: string, value: unknown): Json {
  const others = Object.entries(object).filter(([key]) => key !== name)
  return Object.fromEntries(value === undefined ? others : [...others, [name, value]]) as Json
}

// Keeps the merged blocks; only the conflicting blocks become theirs.
function* preferTheirs(tree: Tree, { base, ours, theirs }: Conflict): Reading<Hash> {
  const hashes = [base, ours, theirs].filter((hash) => hash !== undefined) as Hash[]
  const objects = yield hashes
  const load = (hash: unknown) => (hash ? (objects.get(hash as Hash) as unknown as Document) : EMPTY_DOCUMENT)
  const sides = { base: load(base), ours: load(theirs), theirs: load(ours) }
  return putDocument(tree, mergeDocuments(sides).document)
}

function* moveTo(tree: Tree, id: string, { parent, position }: PageLocation): Reading<boolean> {
  const siblings = (yield* listChildKeys(tree, parent)).filter((child) => child.id !== id)
  const next = siblings.findIndex((child) => child.position > position)
  const moved = yield* movePage(tree, id, { parent, at: next === -1 ? undefined : next })
  return moved.ok || moved.refusal === 'page-missing'
}
