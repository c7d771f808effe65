// Three-way merge of one record, field by field. Location and timestamps follow rules of their own.

import type { Document } from '../document.ts'
import { type Encoded, encode, type Hash, isEqual, ownField } from '../objects.ts'
import type { Reading } from '../reading.ts'
import { putEncoded, type Tree } from '../tree/draft.ts'
import type { Collection, Page, PageLocation } from '../tree/records.ts'
import { EMPTY_DOCUMENT } from '../walk.ts'
import type { BlockConflict } from './block-conflict.ts'
import type { Conflict } from './conflict.ts'
import { mergeValues } from './json.ts'
import { mergeDocuments } from './merge-documents.ts'
import type { ThreeWay } from './sequence.ts'

/** The three versions of a record; absent where it does not exist. */
export interface Versions<T> {
  base?: T
  ours?: T
  theirs?: T
}

/** Merges documents; the hashes name them. */
export type MergeDocument = (
  documents: ThreeWay<Document>,
  hashes: ThreeWay<Hash>,
) => { document: Encoded; conflicts: BlockConflict[] }

export const mergeEncoded: MergeDocument = (documents) => {
  const { document, conflicts } = mergeDocuments(documents)
  return { document: encode(document), conflicts }
}

/** The tree that merged records are written to, and how documents are merged. */
export interface MergeContext {
  tree: Tree
  mergeDocument: MergeDocument
}

type Fields = Record<string, unknown>

export interface Target {
  on: 'page' | Collection
  id: string
}

// Fields whose entries merge one by one.
const BY_PART = new Set(['layout', 'variables'])

/** True if the record is unchanged apart from its update time. */
export function isUntouched(before: unknown, after: unknown): boolean {
  if (typeof before !== 'object' || typeof after !== 'object') return before === after
  return isEqual({ ...before, updatedAt: undefined }, { ...after, updatedAt: undefined })
}

/**
 * Merges two versions of a record that both sides have. Fields in `apart` keep our value. A document that both sides
 * edited is merged and added to `tree`.
 */
export function* mergeRecord<T extends object>(
  { tree, mergeDocument }: MergeContext,
  target: Target,
  versions: ThreeWay<T | undefined>,
  conflicts: Conflict[],
  apart: readonly string[] = [],
): Reading<T> {
  const { base = {}, ours = {}, theirs = {} } = versions as ThreeWay<Fields | undefined>
  const merged: Fields = {}
  for (const field of new Set([...Object.keys(ours), ...Object.keys(theirs), ...Object.keys(base)])) {
    const sides = { base: base[field], ours: ours[field], theirs: theirs[field] }
    const value = apart.includes(field)
      ? sides.ours
      : yield* mergeField({ tree, mergeDocument }, target, field, sides, conflicts)
    if (value !== undefined) merged[field] = value
  }
  return merged as T
}

function* mergeField(
  context: MergeContext,
  target: Target,
  field: string,
  sides: ThreeWay<unknown>,
  conflicts: Conflict[],
): Reading<unknown> {
  if (field === 'updatedAt') return latest(sides)
  if (field === 'createdAt') return sides.base ?? earliest(sides)
  if (BY_PART.has(field)) return mergeByPart(target, field, sides, conflicts)
  if (isEqual(sides.ours, sides.theirs) || isEqual(sides.base, sides.theirs)) return sides.ours
  if (isEqual(sides.base, sides.ours)) return sides.theirs
  if (field === 'document' && sides.ours && sides.theirs) return yield* mergeHashes(context, target, sides, conflicts)
  conflicts.push({ kind: 'edited', ...target, field, ...definedSides(sides) })
  return sides.ours
}

function mergeByPart(target: Target, field: string, sides: ThreeWay<unknown>, conflicts: Conflict[]): unknown {
  const merged = mergeValues(sides)
  for (const path of merged.conflicts) {
    conflicts.push({ kind: 'edited', ...target, field: [field, ...path].join('.'), ...definedSides(sides, path) })
  }
  return merged.value
}

function* mergeHashes(
  { tree, mergeDocument }: MergeContext,
  target: Target,
  sides: ThreeWay<unknown>,
  conflicts: Conflict[],
): Reading<Hash> {
  const hashes = sides as ThreeWay<Hash>
  const objects = yield [hashes.base, hashes.ours, hashes.theirs].filter((hash) => hash !== undefined)
  const load = (hash: Hash | undefined) => (hash ? (objects.get(hash) as unknown as Document) : EMPTY_DOCUMENT)
  const documents = { base: load(hashes.base), ours: load(hashes.ours), theirs: load(hashes.theirs) }
  const { document, conflicts: blocks } = mergeDocument(documents, hashes)
  if (blocks.length > 0)
    conflicts.push({ kind: 'document', ...target, field: 'document', ...definedSides(sides), blocks })
  return putEncoded(tree, document)
}

/** Merges the location of a page: parent and position together. */
export function mergeLocation({ base, ours, theirs }: ThreeWay<Page | undefined>, conflicts: Conflict[]): PageLocation {
  const places = { base: base && locationOf(base), ours: locationOf(ours!), theirs: locationOf(theirs!) }
  if (isEqual(places.ours, places.theirs) || isEqual(places.base, places.theirs)) return places.ours
  if (isEqual(places.base, places.ours)) return places.theirs
  conflicts.push({ kind: 'moved', on: 'page', id: ours!.id, ...definedSides(places) })
  return places.ours
}

export function locationOf({ parent, position }: Page): PageLocation {
  return { parent, position }
}

/** Returns the sides that are defined; with a path, the value of each at that path. */
export function definedSides(sides: Versions<unknown>, path: readonly string[] = []): Versions<unknown> {
  const found: Versions<unknown> = {}
  for (const side of ['base', 'ours', 'theirs'] as const) {
    const value = path.reduce((part: unknown, key) => (part ? ownField(part, key) : undefined), sides[side])
    if (value !== undefined) found[side] = value
  }
  return found
}

function latest({ ours, theirs }: ThreeWay<unknown>): unknown {
  return String(ours ?? '') > String(theirs ?? '') ? ours : (theirs ?? ours)
}

function earliest({ ours, theirs }: ThreeWay<unknown>): unknown {
  return latest({ base: undefined, ours, theirs }) === ours ? (theirs ?? ours) : (ours ?? theirs)
}
