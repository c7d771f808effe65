// Three-way merge of documents, block by block, and of the text in a block word by word. Blocks are identified by key,
// or by content if they have none. The order of blocks and the content of each block merge independently, so one side
// can move a block that the other edits. Containers (lists, tabs, columns, tables …) merge recursively. A deletion wins
// over a reordering.

import type { Block, Document, Inline, Node } from '../document.ts'
import { canonical, isEqual } from '../objects.ts'
import type { BlockConflict, Child } from './block-conflict.ts'
import { removeDuplicates } from './duplicates.ts'
import { mergeValues } from './json.ts'
import { mergeSequences, type ThreeWay } from './sequence.ts'
import { mergeInlines } from './text/merge-inlines.ts'
import type { InlineNode } from './text/tokens.ts'

export interface MergedDocument {
  document: Document
  conflicts: BlockConflict[]
}

type Partial3<T> = { base?: T; ours: T; theirs: T }

/**
 * Merges two descendants of a document. Edits of different blocks, edits of different words, and equal edits merge.
 * What both sides insert at the same position is all kept, in an order that does not depend on the side. The rest are
 * conflicts.
 */
export function mergeDocuments({ base, ours, theirs }: ThreeWay<Document>): MergedDocument {
  if (isEqual(ours, theirs) || isEqual(base, theirs)) return { document: ours, conflicts: [] }
  if (isEqual(base, ours)) return { document: theirs, conflicts: [] }
  const conflicts: BlockConflict[] = []
  const nodes = mergeChildren({ base: base.nodes, ours: ours.nodes, theirs: theirs.nodes }, conflicts) as Block[]
  const data = mergeValues({ base: base.data, ours: ours.data, theirs: theirs.data }).value as Document['data']
  return { document: removeDuplicates({ ...ours, data, nodes }, ours, conflicts), conflicts }
}

function mergeChildren(sides: ThreeWay<readonly Child[]>, conflicts: BlockConflict[]): Child[] {
  const named = { base: nameAll(sides.base), ours: nameAll(sides.ours), theirs: nameAll(sides.theirs) }
  const isEdited = (side: 'ours' | 'theirs', name: string) => !isEqual(named.base.get(name), named[side].get(name))
  const names = { base: [...named.base.keys()], ours: [...named.ours.keys()], theirs: [...named.theirs.keys()] }
  const { order, moved, replaced } = mergeSequences(names, (name) => isEdited('ours', name))
  const pick = (side: keyof typeof named, list: readonly string[]) =>
    list.flatMap((name) => named[side].get(name) ?? [])
  const record = (kind: BlockConflict['kind'], { base, ours, theirs }: ThreeWay<readonly string[]>) =>
    conflicts.push({ kind, base: pick('base', base), ours: pick('ours', ours), theirs: pick('theirs', theirs) })
  for (const name of names.base) {
    const side = named.ours.has(name) ? 'ours' : 'theirs'
    const isDeleted = named.ours.has(name) !== named.theirs.has(name)
    if (isDeleted && isEdited(side, name)) record('deleted', { base: [name], ours: [name], theirs: [name] })
  }
  for (const name of moved) record('moved', { base: [name], ours: [name], theirs: [name] })
  for (const each of replaced) record('replaced', each)
  return order.map((name) => {
    const [base, ours, theirs] = [named.base.get(name), named.ours.get(name), named.theirs.get(name)]
    return ours && theirs ? mergeChild({ base, ours, theirs }, conflicts) : (ours ?? theirs)!
  })
}

// Gives every child a unique name: its key or fragment name, or its content, numbered where it repeats.
function nameAll(children: readonly Child[]): Map<string, Child> {
  const named = new Map<string, Child>()
  const counts = new Map<string, number>()
  for (const child of children) {
    const name = nameOf(child)
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    named.set(count === 0 ? name : `${name}\0${count}`, child)
  }
  return named
}

function nameOf(child: Child): string {
  if (child.object === 'fragment' && (child.fragment ?? child.type)) return `fragment ${child.fragment ?? child.type}`
  return child.key === undefined ? canonical(child) : `key ${child.key}`
}

function mergeChild({ base, ours, theirs }: Partial3<Child>, conflicts: BlockConflict[]): Child {
  if (isEqual(ours, theirs) || isEqual(base, theirs)) return ours
  if (isEqual(base, ours)) return theirs
  const sides = { base: base ? [base] : [], ours: [ours], theirs: [theirs] }
  const below: BlockConflict[] = []
  const merged = base && mergeFields({ base, ours, theirs }, below)
  if (!merged?.isClean) conflicts.push({ kind: 'edited', ...sides })
  // Fields of blocks of different types must not mix.
  if (!merged || (!merged.isClean && ours.type !== theirs.type)) return ours
  conflicts.push(...below)
  return merged.child
}

// Merges by field, and the children of a container one by one. Clean if no field was set differently on both sides.
function mergeFields<T extends Child | Inline>(sides: ThreeWay<T>, conflicts: BlockConflict[]): Merged<T> {
  const merged: Record<string, unknown> = {}
  let isClean = true
  for (const field of new Set(Object.values(sides).flatMap((side) => Object.keys(side)))) {
    const values = takeField(sides, field)
    if (areAll(values, isChild)) {
      const { base = [], ours = [], theirs = [] } = values
      merged[field] = mergeChildren({ base, ours, theirs }, conflicts)
    } else {
      const { value, conflicts: paths } = mergeValues(values)
      const words = paths.length > 0 && areAll(values, isInline) ? mergeWords(values) : undefined
      // Meta is derived; where the sides disagree it is dropped and derived again.
      if (field === 'meta' ? paths.length === 0 : value !== undefined) merged[field] = words ?? value
      if (field !== 'meta' && paths.length > 0 && !words) isClean = false
    }
  }
  return { child: merged as unknown as T, isClean }
}

interface Merged<T> {
  child: T
  isClean: boolean
}

function mergeWords({ base = [], ours = [], theirs = [] }: ThreeWay<InlineNode[] | undefined>) {
  return mergeInlines({ base, ours, theirs }, (sides) => {
    const conflicts: BlockConflict[] = []
    const { child, isClean } = mergeFields(sides, conflicts)
    return isClean && conflicts.length === 0 ? child : undefined
  })
}

function takeField(sides: ThreeWay<object>, field: string): ThreeWay<unknown> {
  const take = (side: object) => (side as Record<string, unknown>)[field]
  return { base: take(sides.base), ours: take(sides.ours), theirs: take(sides.theirs) }
}

function areAll<T extends Node>(
  values: ThreeWay<unknown>,
  isOne: (node: Node) => node is T,
): values is ThreeWay<T[] | undefined> {
  const lists = [values.base, values.ours, values.theirs].filter((value) => value !== undefined)
  return lists.length > 0 && lists.every((list) => Array.isArray(list) && list.every(isOne))
}

const isChild = (node: Node): node is Child => node?.object === 'block' || node?.object === 'fragment'
const isInline = (node: Node): node is InlineNode => node?.object === 'text' || node?.object === 'inline'
