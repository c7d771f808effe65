// The canonical bytes of nodes. They are kept for as long as a node is in memory, together with where its entries end in
// them, because a new node is mostly copied from old ones.

import { type Encoded, encodeBytes, type Json, toCanonical } from '../objects.ts'
import { type Entry, endsNode, entrySize, isLeaf, type Node, type Ref, refSize } from './node.ts'

/** Entries that follow each other in some bytes, with a comma between them. */
export interface Run {
  bytes: Uint8Array
  /** Where the run starts and ends in the bytes. */
  start: number
  end: number
  /** Where each entry of the bytes ends; the run has those from `from` to `to`. */
  ends: ArrayLike<number>
  from: number
  to: number
  /** True if its last entry is the last of a node. */
  isEnd: boolean
}

interface Spelling {
  bytes: Uint8Array
  ends: Uint32Array
  isEnd: boolean
}

const utf8 = new TextEncoder()
const HEAD = utf8.encode('{"entries":[')
const COMMA = 44

const known = new WeakMap<Node, Spelling>()

export interface SpelledEntry {
  entry: Entry
  run: Run
}

/** A new entry and its run. */
export function spellEntry(key: string, given: Json): SpelledEntry {
  const { text, value } = toCanonical(given)
  const isEnd = endsNode(0, key, entrySize(key, text))
  return { entry: [key, value], run: runOf(`[${JSON.stringify(key)},${text}]`, isEnd) }
}

/** A new reference in a node of this level. */
export function spellRef(level: number, ref: Ref): Run {
  return runOf(JSON.stringify(ref), endsNode(level, ref[0], refSize(ref[0])))
}

function runOf(text: string, isEnd: boolean): Run {
  const bytes = utf8.encode(text)
  return { bytes, start: 0, end: bytes.length, ends: [bytes.length], from: 0, to: 1, isEnd }
}

/** The entries of a node from one index to another; at least one. */
export function sliceRun(node: Node, from: number, to: number): Run {
  const { bytes, ends, isEnd } = spellingOf(node)
  const start = from === 0 ? HEAD.length : ends[from - 1]! + 1
  return { bytes, start, end: ends[to - 1]!, ends, from, to, isEnd: isEnd && to === ends.length }
}

/** Encodes the node that has these entries; the runs contain them. */
export function encodeNode(level: number, entries: readonly (Entry | Ref)[], runs: readonly Run[]): Encoded {
  const spelling = joinRuns(level, entries.length, runs)
  const node = { level, entries } as Node
  known.set(node, spelling)
  return encodeBytes(spelling.bytes, node as unknown as Json)
}

/** True for a node, false for a document. */
export const isNode = ({ bytes }: Encoded): boolean => HEAD.every((byte, at) => bytes[at] === byte)

function spellingOf(node: Node): Spelling {
  let spelling = known.get(node)
  if (spelling === undefined) {
    const runs = isLeaf(node)
      ? node.entries.map(([key, value]) => spellEntry(key, value).run)
      : node.entries.map((ref) => spellRef(node.level, ref as Ref))
    spelling = joinRuns(node.level, runs.length, runs)
    known.set(node, spelling)
  }
  return spelling
}

function joinRuns(level: number, count: number, runs: readonly Run[]): Spelling {
  const tail = utf8.encode(`],"level":${level}}`)
  let size = HEAD.length + tail.length + Math.max(0, runs.length - 1)
  for (const { start, end } of runs) size += end - start
  const bytes = new Uint8Array(size)
  const ends = new Uint32Array(count)
  bytes.set(HEAD)
  let at = HEAD.length
  let index = 0
  for (const run of runs) {
    if (index > 0) bytes[at++] = COMMA
    bytes.set(run.bytes.subarray(run.start, run.end), at)
    for (let from = run.from; from < run.to; from++) ends[index++] = run.ends[from]! - run.start + at
    at += run.end - run.start
  }
  bytes.set(tail, at)
  return { bytes, ends, isEnd: runs.at(-1)?.isEnd ?? false }
}
