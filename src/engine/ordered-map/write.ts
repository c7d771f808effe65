// Writes an ordered map: applies a batch of edits and returns the new root and the new nodes. Streams the old map
// through a builder that cuts nodes again; a subtree without edits is reused as a whole once the builder is at a node
// boundary. The cost is that of the edited paths, plus the few nodes until the boundaries align again.

import { type Encoded, type Hash, isEqual, type Json } from '../objects.ts'
import { PAUSE, type Reading } from '../reading.ts'
import type { Difference } from './diff.ts'
import { type Branch, childIndex, type Entry, isLeaf, type Leaf, lowerBound, type Node, type Ref } from './node.ts'
import { findEntries } from './read.ts'
import { encodeNode, type Run, type SpelledEntry, sliceRun, spellEntry, spellRef } from './spelling.ts'

/** A key and its new value; undefined removes the key. */
export type Edit = readonly [key: string, value: Json | undefined]

export interface Written {
  root: Hash
  objects: Encoded[]
  /** As `diffMaps` from the map before finds them. */
  differences: Difference[]
}

/** An edit as it will be stored. */
type Spelled = readonly [key: string, spelled: SpelledEntry | undefined]

/** The empty map. */
export const EMPTY_MAP: Encoded = encodeNode(0, [], [])

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
  const changes: Spelled[] = []
  for (const [at, [key, value]] of sorted.entries()) {
    if (at % EDITS_PER_STEP === EDITS_PER_STEP - 1) yield PAUSE
    const before = old.get(key)
    const spelled = value === undefined ? undefined : spellEntry(key, value)
    const after = spelled?.entry[1]
    if (isEqual(before, after)) continue
    differences.push({ key, before, after })
    changes.push([key, spelled])
  }
  if (changes.length === 0) return { root, objects: [], differences }
  const builder = new Builder()
  yield* feed(builder, root, changes)
  return { ...(yield* builder.finish()), differences }
}

function* feed(builder: Builder, hash: Hash, edits: readonly Spelled[]): Reading<void> {
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

function* feedLeaf(builder: Builder, leaf: Leaf, edits: readonly Spelled[]): Reading<void> {
  const { entries } = leaf
  let from = 0
  for (const [index, [key, spelled]] of edits.entries()) {
    if (index % EDITS_PER_STEP === EDITS_PER_STEP - 1) yield PAUSE
    const at = lowerBound(entries, key)
    builder.copyEntries(leaf, from, at)
    from = entries[at]?.[0] === key ? at + 1 : at
    if (spelled) builder.addEntry(spelled)
  }
  builder.copyEntries(leaf, from, entries.length)
}

/** A node that is not complete yet. */
interface Pending {
  runs: Run[]
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
  addEntry({ entry, run }: SpelledEntry): void {
    this.at(0).entries.push(entry)
    this.add(0, run, 1)
  }

  /** Copies entries of an old leaf. */
  copyEntries(leaf: Leaf, from: number, to: number): void {
    if (from === to) return
    const { entries } = this.at(0)
    for (let at = from; at < to; at++) entries.push(leaf.entries[at]!)
    this.add(0, sliceRun(leaf, from, to), to - from)
  }

  /** Copies references of an old branch, and with them everything below. */
  copyRefs(branch: Branch, from: number, to: number): void {
    if (from === to) return
    const { entries } = this.at(branch.level)
    let count = 0
    for (let at = from; at < to; at++) {
      const ref = branch.entries[at]!
      entries.push(ref)
      count += ref[2]
    }
    this.add(branch.level, sliceRun(branch, from, to), count)
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
    while (this.levels.length <= level) this.levels.push({ runs: [], entries: [], count: 0 })
    return this.levels[level]!
  }

  private add(level: number, run: Run, count: number): void {
    const pending = this.at(level)
    pending.runs.push(run)
    pending.count += count
    if (run.isEnd) this.close(level)
  }

  private close(level: number): void {
    const { runs, entries, count } = this.levels[level]!
    this.levels[level] = { runs: [], entries: [], count: 0 }
    const object = encodeNode(level, entries, runs)
    this.objects.set(object.hash, object)
    const ref: Ref = [entries[0]![0], object.hash, count]
    this.at(level + 1).entries.push(ref)
    this.add(level + 1, spellRef(level + 1, ref), count)
  }

  // A root with a single child would make the root depend on history.
  private *lowestRoot(hash: Hash): Reading<Hash> {
    const node = (this.objects.get(hash)?.value ?? (yield [hash]).get(hash)) as unknown as Node
    if (isLeaf(node) || node.entries.length > 1) return hash
    this.objects.delete(hash)
    return yield* this.lowestRoot((node as Branch).entries[0]![1])
  }
}
