// Writes an ordered map: applies a batch of edits and returns the new root and the new nodes. Streams the old map
// through a builder that cuts nodes again; a subtree without edits is reused as a whole once the builder is at a node
// boundary. The cost is that of the edited paths, plus the few nodes until the boundaries align again.

import { type Encoded, encode, type Hash, isEqual, type Json, toCanonical } from '../objects.ts'
import { PAUSE, type Reading } from '../reading.ts'
import type { Difference } from './diff.ts'
import {
  type Branch,
  childIndex,
  type Entry,
  endsNode,
  entrySize,
  isLeaf,
  type Leaf,
  lowerBound,
  type Node,
  type Ref,
  refSize,
} from './node.ts'
import { findEntries } from './read.ts'

/** A key and its new value; undefined removes the key. */
export type Edit = readonly [key: string, value: Json | undefined]

export interface Written {
  root: Hash
  objects: Encoded[]
  /** As `diffMaps` from the map before finds them. */
  differences: Difference[]
}

/** An edit as it will be stored. */
type Change = readonly [key: string, entry: Entry | undefined]

/** The empty map. */
export const EMPTY_MAP: Encoded = encode({ entries: [], level: 0 } satisfies Node)

/**
 * Applies `edits` (at most one per key, in any order) to the map at `root`. The new root depends on the content alone:
 * equal maps have equal roots, whatever their history. `objects` are the nodes written, all reachable from the root.
 */
export function* writeEntries(root: Hash, edits: Iterable<Edit>): Reading<Written> {
  const sorted = [...edits].sort(([a], [b]) => (a < b ? -1 : 1))
  // Loads every path that is needed, one batch per level.
  const old = yield* findEntries(
    root,
    sorted.map(([key]) => key),
  )
  const differences: Difference[] = []
  const changes: Change[] = []
  for (const [at, [key, value]] of sorted.entries()) {
    if (at % EDITS_PER_STEP === EDITS_PER_STEP - 1) yield PAUSE
    const before = old.get(key)
    const after = value === undefined ? undefined : toCanonical(value).value
    if (isEqual(before, after)) continue
    differences.push({ key, before, after })
    changes.push([key, after === undefined ? undefined : [key, after]])
  }
  if (changes.length === 0) return { root, objects: [], differences }
  const builder = new Builder()
  yield* feed(builder, root, changes)
  return { ...(yield* builder.finish()), differences }
}

function* feed(builder: Builder, hash: Hash, edits: readonly Change[]): Reading<void> {
  const node = (yield [hash]).get(hash) as unknown as Node
  if (isLeaf(node)) return yield* feedLeaf(builder, node, edits)
  const refs = (node as Branch).entries
  let rest = edits
  for (let at = 0; at < refs.length; at++) {
    if (builder.isAligned(node.level)) {
      const next = rest.length === 0 ? refs.length : Math.max(at, childIndex(refs, rest[0]![0]))
      builder.copyRefs(node as Branch, at, next)
      at = next
      if (at === refs.length) return
    }
    const bound = refs[at + 1]?.[0]
    const count = bound === undefined ? rest.length : lowerBound(rest, bound)
    yield* feed(builder, refs[at]![1], rest.slice(0, count))
    rest = rest.slice(count)
  }
}

const EDITS_PER_STEP = 200

function* feedLeaf(builder: Builder, leaf: Leaf, edits: readonly Change[]): Reading<void> {
  const { entries } = leaf
  let from = 0
  for (const [index, [key, entry]] of edits.entries()) {
    if (index % EDITS_PER_STEP === EDITS_PER_STEP - 1) yield PAUSE
    const at = lowerBound(entries, key)
    builder.copyEntries(leaf, from, at)
    from = entries[at]?.[0] === key ? at + 1 : at
    if (entry) builder.addEntry(entry)
  }
  builder.copyEntries(leaf, from, entries.length)
}

/** A node that is not complete yet. */
interface Pending {
  entries: (Entry | Ref)[]
  /** The number of entries of the map below it. */
  count: number
}

class Builder {
  private readonly levels: Pending[] = []
  private readonly objects = new Map<Hash, Encoded>()

  /** True if no node below `level` is incomplete, so that a whole child can be reused. */
  isAligned(level: number): boolean {
    for (let at = 0; at < level && at < this.levels.length; at++) if (this.levels[at]!.entries.length > 0) return false
    return true
  }

  /** Adds a new or changed entry. */
  addEntry(entry: Entry): void {
    const pending = this.at(0)
    pending.entries.push(entry)
    pending.count++
    if (isLastEntry(entry)) this.close(0)
  }

  /** Copies entries of an old leaf: only the last of a leaf can end a node. */
  copyEntries({ entries }: Leaf, from: number, to: number): void {
    const last = entries.length - 1
    const pending = this.at(0)
    for (let at = from; at < Math.min(to, last); at++) pending.entries.push(entries[at]!)
    pending.count += Math.max(0, Math.min(to, last) - from)
    if (from <= last && to > last) this.addEntry(entries[last]!)
  }

  /** Copies references of an old branch, and with them everything below. */
  copyRefs({ level, entries }: Branch, from: number, to: number): void {
    for (let at = from; at < to; at++) this.addRef(level, entries[at]!)
  }

  /** Closes incomplete nodes and finds the root: the lowest node that contains everything. */
  *finish(): Reading<Omit<Written, 'differences'>> {
    for (let level = 0; level < this.levels.length; level++) {
      if (level > 0 && level === this.levels.length - 1 && this.levels[level]!.entries.length === 1) break
      if (this.levels[level]!.entries.length > 0) this.close(level)
    }
    const top = this.levels.at(-1)?.entries[0] as Ref | undefined
    if (!top) return { root: EMPTY_MAP.hash, objects: [EMPTY_MAP] }
    const root = yield* this.lowestRoot(top[1])
    return { root, objects: [...this.objects.values()] }
  }

  private at(level: number): Pending {
    while (this.levels.length <= level) this.levels.push({ entries: [], count: 0 })
    return this.levels[level]!
  }

  private addRef(level: number, ref: Ref): void {
    const pending = this.at(level)
    pending.entries.push(ref)
    pending.count += ref[2]
    if (endsNode(level, ref[0], refSize(ref[0]))) this.close(level)
  }

  private close(level: number): void {
    const { entries, count } = this.levels[level]!
    this.levels[level] = { entries: [], count: 0 }
    const object = encode({ entries, level })
    this.objects.set(object.hash, object)
    this.addRef(level + 1, [entries[0]![0], object.hash, count])
  }

  // A root with a single child would make the root depend on history.
  private *lowestRoot(hash: Hash): Reading<Hash> {
    const node = (this.objects.get(hash)?.value ?? (yield [hash]).get(hash)) as unknown as Node
    if (isLeaf(node) || node.entries.length > 1) return hash
    this.objects.delete(hash)
    return yield* this.lowestRoot((node as Branch).entries[0]![1])
  }
}

const isLastEntry = ([key, value]: Entry): boolean => endsNode(0, key, entrySize(key, JSON.stringify(value)))
