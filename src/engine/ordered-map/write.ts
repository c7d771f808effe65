// Writes an ordered map: applies a batch of edits and returns the new root and the new nodes. Streams the old map
// through a builder that cuts nodes again; a subtree without edits is reused as a whole once the builder is at a node
// boundary. The cost is that of the edited paths, plus the few nodes until the boundaries align again.

import { type Encoded, encodeText, type Hash, type Json, toCanonical } from '../objects.ts'
import { PAUSE, type Reading } from '../reading.ts'
import {
  type Branch,
  type Entry,
  endsNode,
  entrySize,
  entryText,
  isLeaf,
  lowerBound,
  type Node,
  nodeText,
  type Ref,
  refSize,
} from './node.ts'
import { findEntries } from './read.ts'

/** A key and its new value; undefined removes the key. */
export type Edit = readonly [key: string, value: Json | undefined]

export interface Written {
  root: Hash
  objects: Encoded[]
}

/** The empty map. */
export const EMPTY_MAP: Encoded = encodeText(nodeText(0, []), { level: 0, entries: [] })

/**
 * Applies `edits` (at most one per key, in any order) to the map at `root`. The new root depends on the content alone:
 * equal maps have equal roots, whatever their history. `objects` are the nodes written, all reachable from the root.
 */
export function* writeEntries(root: Hash, edits: Iterable<Edit>): Reading<Written> {
  const sorted = [...edits].sort(([a], [b]) => (a < b ? -1 : 1))
  if (sorted.length === 0) return { root, objects: [] }
  const keys = sorted.map(([key]) => key)
  yield* findEntries(root, keys) // loads every path that is needed, one batch per level
  const builder = new Builder()
  yield* feed(builder, root, sorted)
  const written = yield* builder.finish()
  return written.root === root ? { root, objects: [] } : written
}

function* feed(builder: Builder, hash: Hash, edits: readonly Edit[]): Reading<void> {
  const node = (yield [hash]).get(hash) as unknown as Node
  if (isLeaf(node)) return yield* feedLeaf(builder, node.entries, edits)
  let rest = edits
  const refs = (node as Branch).entries
  for (const [index, ref] of refs.entries()) {
    const next = refs[index + 1]?.[0]
    const count = next === undefined ? rest.length : lowerBound(rest as readonly Entry[], next)
    if (count === 0 && builder.isAligned(node.level)) builder.pushRef(node.level, ref)
    else yield* feed(builder, ref[1], rest.slice(0, count))
    rest = rest.slice(count)
  }
}

const EDITS_PER_STEP = 200

function* feedLeaf(builder: Builder, entries: readonly Entry[], edits: readonly Edit[]): Reading<void> {
  let at = 0
  for (const [index, [key, value]] of edits.entries()) {
    if (index % EDITS_PER_STEP === EDITS_PER_STEP - 1) yield PAUSE
    while (at < entries.length && entries[at]![0] < key) builder.pushOld(entries[at++]!)
    if (entries[at]?.[0] === key) at++
    if (value !== undefined) builder.pushNew(key, value)
  }
  while (at < entries.length) builder.pushOld(entries[at++]!)
}

/** The canonical texts of values, for as long as their nodes are in memory: most of a node stays when it is written. */
const texts = new WeakMap<Entry, string>()

interface Pending {
  texts: string[]
  entries: (Entry | Ref)[]
  count: number
}

class Builder {
  private readonly levels: Pending[] = []
  private readonly objects = new Map<Hash, Encoded>()

  /** True if no node below `level` is incomplete, so that a whole child can be reused. */
  isAligned(level: number): boolean {
    return this.levels.every((pending, at) => at >= level || pending.entries.length === 0)
  }

  /** A new or changed entry. */
  pushNew(key: string, given: Json): void {
    const { text, value } = toCanonical(given)
    this.pushText([key, value], text)
  }

  /** An entry of the old map. */
  pushOld(entry: Entry): void {
    this.pushText(entry, texts.get(entry) ?? toCanonical(entry[1]).text)
  }

  private pushText(entry: Entry, text: string): void {
    texts.set(entry, text)
    this.push(0, entry, entryText(entry[0], text), entrySize(entry[0], text), 1)
  }

  pushRef(level: number, ref: Ref): void {
    this.push(level, ref, JSON.stringify(ref), refSize(ref[0]), ref[2])
  }

  /** Closes incomplete nodes and finds the root: the lowest node that contains everything. */
  *finish(): Reading<Written> {
    for (let level = 0; level < this.levels.length; level++) {
      if (level > 0 && level === this.levels.length - 1 && this.levels[level]!.entries.length === 1) break
      if (this.levels[level]!.entries.length > 0) this.close(level)
    }
    const top = this.levels.at(-1)?.entries[0] as Ref | undefined
    if (!top) return { root: EMPTY_MAP.hash, objects: [EMPTY_MAP] }
    const root = yield* this.lowestRoot(top[1])
    return { root, objects: [...this.objects.values()] }
  }

  private push(level: number, entry: Entry | Ref, text: string, size: number, count: number): void {
    while (this.levels.length <= level) this.levels.push({ texts: [], entries: [], count: 0 })
    const pending = this.levels[level]!
    pending.texts.push(text)
    pending.entries.push(entry)
    pending.count += count
    if (endsNode(level, entry[0], size)) this.close(level)
  }

  private close(level: number): void {
    const { texts, entries, count } = this.levels[level]!
    this.levels[level] = { texts: [], entries: [], count: 0 }
    const object = encodeText(nodeText(level, texts), { level, entries } as unknown as Json)
    this.objects.set(object.hash, object)
    this.pushRef(level + 1, [entries[0]![0], object.hash, count])
  }

  // A root with a single child would make the root depend on history.
  private *lowestRoot(hash: Hash): Reading<Hash> {
    const node = (this.objects.get(hash)?.value ?? (yield [hash]).get(hash)) as unknown as Node
    if (isLeaf(node) || node.entries.length > 1) return hash
    this.objects.delete(hash)
    return yield* this.lowestRoot((node as Branch).entries[0]![1])
  }
}
