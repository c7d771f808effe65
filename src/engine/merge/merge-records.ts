// Three-way merge of one record, field by field. Where a record stands and when it was touched are no ordinary fields.

import type { Document } from '../document.ts'
import { type Hash, isEqual, ownField } from '../objects.ts'
import type { Reading } from '../reading.ts'
import { putDocument, type Tree } from '../tree/draft.ts'
import type { Collection, Page, Place } from '../tree/records.ts'
import { EMPTY_DOCUMENT } from '../walk.ts'
import type { Conflict } from './conflict.ts'
import { mergeValues } from './json.ts'
import { mergeDocuments } from './merge-documents.ts'
import type { Sides } from './sequence.ts'

/** A record on its three sides; absent where it is not there. */
export interface Versions<T> {
  base?: T
  ours?: T
  theirs?: T
}

type Fields = Record<string, unknown>

export interface Target {
  on: 'page' | Collection
  id: string
}

// Fields whose parts merge one by one.
const BY_PART = new Set(['layout', 'variables'])

/** True when a side did nothing to the record that anyone would miss. */
export function isUntouched(before: unknown, after: unknown): boolean {
  if (typeof before !== 'object' || typeof after !== 'object') return before === after
  return isEqual({ ...before, updatedAt: undefined }, { ...after, updatedAt: undefined })
}

/**
 * Merges two versions of a record that both sides have. Fields in `apart` are left as ours has them. A document that
 * both sides edited is merged and added to `tree`.
 */
export function* mergeRecord<T extends object>(
  tree: Tree,
  target: Target,
  versions: Sides<T | undefined>,
  conflicts: Conflict[],
  apart: readonly string[] = [],
): Reading<T> {
  const { base = {}, ours = {}, theirs = {} } = versions as Sides<Fields | undefined>
  const merged: Fields = {}
  for (const field of new Set([...Object.keys(ours), ...Object.keys(theirs), ...Object.keys(base)])) {
    const sides = { base: base[field], ours: ours[field], theirs: theirs[field] }
    const value = apart.includes(field) ? sides.ours : yield* mergeField(tree, target, field, sides, conflicts)
    if (value !== undefined) merged[field] = value
  }
  return merged as T
}

function* mergeField(
  tree: Tree,
  target: Target,
  field: string,
  sides: Sides<unknown>,
  conflicts: Conflict[],
): Reading<unknown> {
  if (field === 'updatedAt') return latest(sides)
  if (field === 'createdAt') return sides.base ?? earliest(sides)
  if (BY_PART.has(field)) return mergeByPart(target, field, sides, conflicts)
  if (isEqual(sides.ours, sides.theirs) || isEqual(sides.base, sides.theirs)) return sides.ours
  if (isEqual(sides.base, sides.ours)) return sides.theirs
  if (field === 'document' && sides.ours && sides.theirs) return yield* mergeDocument(tree, target, sides, conflicts)
  conflicts.push({ kind: 'edited', ...target, field, ...present(sides) })
  return sides.ours
}

function mergeByPart(target: Target, field: string, sides: Sides<unknown>, conflicts: Conflict[]): unknown {
  const merged = mergeValues(sides)
  for (const path of merged.conflicts) {
    conflicts.push({ kind: 'edited', ...target, field: [field, ...path].join('.'), ...present(sides, path) })
  }
  return merged.value
}

function* mergeDocument(tree: Tree, target: Target, sides: Sides<unknown>, conflicts: Conflict[]): Reading<Hash> {
  const hashes = sides as Sides<Hash>
  const objects = yield [hashes.base, hashes.ours, hashes.theirs].filter((hash) => hash !== undefined)
  const load = (hash: Hash | undefined) => (hash ? (objects.get(hash) as unknown as Document) : EMPTY_DOCUMENT)
  const { document, conflicts: blocks } = mergeDocuments({
    base: load(hashes.base),
    ours: load(hashes.ours),
    theirs: load(hashes.theirs),
  })
  if (blocks.length > 0) conflicts.push({ kind: 'document', ...target, field: 'document', ...present(sides), blocks })
  return putDocument(tree, document)
}

/** Merges where a page stands: a move is one thing, parent and position together. */
export function mergePlace({ base, ours, theirs }: Sides<Page | undefined>, conflicts: Conflict[]): Place {
  const places = { base: base && placeOf(base), ours: placeOf(ours!), theirs: placeOf(theirs!) }
  if (isEqual(places.ours, places.theirs) || isEqual(places.base, places.theirs)) return places.ours
  if (isEqual(places.base, places.ours)) return places.theirs
  conflicts.push({ kind: 'moved', on: 'page', id: ours!.id, ...present(places) })
  return places.ours
}

export function placeOf({ parent, position }: Page): Place {
  return { parent, position }
}

/** The sides of a conflict, without those that are not there; with a path, what each has at that path. */
export function present(sides: Versions<unknown>, path: readonly string[] = []): Versions<unknown> {
  const found: Versions<unknown> = {}
  for (const side of ['base', 'ours', 'theirs'] as const) {
    const value = path.reduce((part: unknown, key) => (part ? ownField(part, key) : undefined), sides[side])
    if (value !== undefined) found[side] = value
  }
  return found
}

function latest({ ours, theirs }: Sides<unknown>): unknown {
  return String(ours ?? '') > String(theirs ?? '') ? ours : (theirs ?? ours)
}

function earliest({ ours, theirs }: Sides<unknown>): unknown {
  return latest({ base: undefined, ours, theirs }) === ours ? (theirs ?? ours) : (ours ?? theirs)
}
