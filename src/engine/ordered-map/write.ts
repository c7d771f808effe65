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
  for (let index = 0; index < refs.length; index++) {
    const ref = refs[index]!
    const next = refs[index + 1]?.[0]
    const count = next === undefined ? rest.length : lowerBound(rest as readonly Entry[], next)
    if (count === 0 && builder.isAligned(node.level)) builder.pushRef(node.level, ref)
    else yield* feed(builder, ref[1], rest.slice(0, count))
    if (count > 0) rest = rest.slice(count)
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

/** An entry or reference as its node has it. */
interface Spelled {
  /** Canonical. */
  text: string
  /** True if it is the last of its node. */
  isEnd: boolean
}

/** Kept for as long as nodes are in memory: most of a node stays when it is written. */
const known = new WeakMap<Entry | Ref, Spelled>()

/** `text` is that of its value. */
function spellEntry(entry: Entry, text: string): Spelled {
  const [key] = entry
  const spelled = { text: entryText(key, text), isEnd: endsNode(0, key, entrySize(key, text)) }
  known.set(entry, spelled)
  return spelled
}

function spellRef(level: number, ref: Ref): Spelled {
  const spelled = { text: JSON.stringify(ref), isEnd: endsNode(level, ref[0], refSize(ref[0])) }
  known.set(ref, spelled)
  return spelled
}

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
    for (let at = 0; at < level && at < this.levels.length; at++) if (this.levels[at]!.entries.length > 0) return false
    return true
  }

  /** A new or changed entry. */
  pushNew(key: string, given: Json): void {
    const { text, value } = toCanonical(given)
    const entry: Entry = [key, value]
    this.push(0, entry, spellEntry(entry, text), 1)
  }

  /** An entry of the old map. */
  pushOld(entry: Entry): void {
    this.push(0, entry, known.get(entry) ?? spellEntry(entry, toCanonical(entry[1]).text), 1)
  }

  /** A reference is always in nodes of the same level. */
  pushRef(level: number, ref: Ref): void {
    this.push(level, ref, known.get(ref) ?? spellRef(level, ref), ref[2])
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

  private push(level: number, entry: Entry | Ref, spelled: Spelled, count: number): void {
    while (this.levels.length <= level) this.levels.push({ texts: [], entries: [], count: 0 })
    const pending = this.levels[level]!
    pending.texts.push(spelled.text)
    pending.entries.push(entry)
    pending.count += count
    if (spelled.isEnd) this.close(level)
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
