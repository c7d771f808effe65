// Pairs the blocks of an old document with those of its new version. In order: blocks with the same key; content that
// occurs once in both documents, wherever it moved; containers of such content; equal content in the same order; and
// between those, blocks of one kind that are clearly edits of each other.

import type { Block, Document, Node } from '../document.ts'
import { groupBy } from '../group.ts'
import { longestCommonSubsequence, longestIncreasingSubsequence } from '../merge/subsequences.ts'
import { blocksIn, childrenOf } from '../walk.ts'
import { areSimilar, fingerprintBoth, similarity, type Words, wordsOf } from './similarity.ts'

const MIN_SIMILARITY = 0.5

// In a long run of changed blocks, only blocks at about the same position are compared, to stay linear.
const WINDOW = 5

/** Maps new blocks to the old blocks they continue. No old block is continued twice. */
export function pairBlocks(
  before: Document,
  after: Document,
  prints?: ReadonlyMap<Node, string>,
  weightOf?: (block: Block) => number,
): Map<Block, Block> {
  return pairSole(before, after) ?? pairAll(before, after, prints, weightOf)
}

/** As `pairAll`, for one edited paragraph, which most edits are. Undefined if it is something else. */
function pairSole({ nodes: [old, ...more] }: Document, { nodes: [now, ...others] }: Document) {
  if (!old || !now || more.length > 0 || others.length > 0) return undefined
  if (innerBlocks(old).length > 0 || innerBlocks(now).length > 0 || !areOfOneKind(old, now)) return undefined
  return areSimilar(old, now, MIN_SIMILARITY) ? new Map([[now, old]]) : undefined
}

function pairAll(
  before: Document,
  after: Document,
  prints: ReadonlyMap<Node, string> = fingerprintBoth(before, after),
  weightOf: (block: Block) => number = () => 1,
): Map<Block, Block> {
  const pairing = new Pairing(before, after, prints, weightOf)
  pairing.pairByKey()
  pairing.pairUnique()
  pairing.pairContainers(after)
  pairing.align(before, after)
  return pairing.pairs
}

class Pairing {
  readonly pairs = new Map<Block, Block>()
  private readonly used = new Set<Block>()
  private readonly prints: ReadonlyMap<Node, string>
  private readonly parents = new Map<Block | undefined, Block>()
  private readonly before: Document
  private readonly after: Document
  private readonly weightOf: (block: Block) => number

  constructor(
    before: Document,
    after: Document,
    prints: ReadonlyMap<Node, string>,
    weightOf: (block: Block) => number,
  ) {
    this.before = before
    this.after = after
    for (const parent of blocksIn(before)) for (const block of innerBlocks(parent)) this.parents.set(block, parent)
    this.prints = prints
    this.weightOf = weightOf
  }

  pairByKey(): void {
    const old = new Map(blocksIn(this.before).map((block) => [block.key, block]))
    for (const block of blocksIn(this.after)) {
      const known = block.key === undefined ? undefined : old.get(block.key)
      if (known) this.pairKnown(known, block)
    }
  }

  pairUnique(): void {
    const print = (block: Block) => this.prints.get(block)!
    const old = groupBy(blocksIn(this.before), print)
    const now = groupBy(blocksIn(this.after), print)
    for (const [fingerprint, [block, ...more]] of now) {
      const known = old.get(fingerprint)
      if (more.length === 0 && known?.length === 1) this.pairWhole(known[0]!, block!)
    }
  }

  /** A container continues the old container that at least half of its blocks come from. */
  pairContainers(node: Node): void {
    const inner = innerBlocks(node)
    for (const block of inner) this.pairContainers(block)
    if (node.object !== 'block' || this.pairs.has(node) || inner.length === 0) return
    const homes = groupBy(inner, (block) => this.parents.get(this.pairs.get(block)))
    homes.delete(undefined)
    const [best] = [...homes].sort(([, a], [, b]) => b.length - a.length)
    if (best && best[1].length * 2 >= inner.length && best[0]!.type === node.type) this.pair(best[0]!, node)
  }

  /** Pairs the blocks inside two paired nodes. */
  align(before: Node, after: Node): void {
    const [old, now] = [innerBlocks(before), innerBlocks(after)]
    this.pairInOrder(old, now)
    for (const [left, right] of this.gaps(old, now)) this.pairEdited(left, right)
    for (const block of now) {
      const known = this.pairs.get(block)
      if (!known || this.prints.get(known) !== this.prints.get(block)) this.align(known ?? NOTHING, block)
    }
  }

  private pairKnown(old: Block, now: Block): void {
    if (this.prints.get(old) === this.prints.get(now)) this.pairWhole(old, now)
    else this.pair(old, now)
  }

  private pairInOrder(old: readonly Block[], now: readonly Block[]): void {
    const left = this.nameAll(old.filter((block) => !this.used.has(block)))
    const right = this.nameAll(now.filter((block) => !this.pairs.has(block)))
    const run = longestCommonSubsequence([...left.keys()], [...right.keys()])
    for (const name of run) this.pairWhole(left.get(name)!, right.get(name)!)
  }

  // Yields the unpaired blocks between pairs that are in order.
  private *gaps(old: readonly Block[], now: readonly Block[]): Generator<[Block[], Block[]]> {
    const places = new Map<Block | undefined, number>(old.map((block, index) => [block, index]))
    const paired = now.flatMap((block, index) => {
      const place = places.get(this.pairs.get(block))
      return place === undefined ? [] : [{ place, index }]
    })
    const steady = longestIncreasingSubsequence(
      paired.map(({ place }) => place),
      paired.map(({ index }) => this.weightOf(now[index]!)),
    ).map((at) => paired[at]!)
    let last = { place: -1, index: -1 }
    for (const next of [...steady, { place: old.length, index: now.length }]) {
      yield [
        old.slice(last.place + 1, next.place).filter((block) => !this.used.has(block)),
        now.slice(last.index + 1, next.index).filter((block) => !this.pairs.has(block)),
      ]
      last = next
    }
  }

  private pairEdited(old: readonly Block[], now: readonly Block[]): void {
    if (old.length === 0 || now.length === 0) return
    const [left, right] = [old.map(wordsOf), now.map(wordsOf)]
    const forward = now.map((_, index) => findBest(now, old, right, left, index))
    const backward = old.map((_, index) => findBest(old, now, left, right, index))
    for (const [index, best] of forward.entries()) {
      if (best !== undefined && backward[best] === index) this.pair(old[best]!, now[index]!)
    }
  }

  private nameAll(blocks: readonly Block[]): Map<string, Block> {
    const groups = groupBy(blocks, (block) => this.prints.get(block)!)
    const names = new Map([...groups].flatMap(([print, group]) => group.map((block, n) => [block, `${print}\0${n}`])))
    return new Map(blocks.map((block) => [names.get(block)!, block]))
  }

  // Equal blocks have equal children, so the children pair one to one.
  private pairWhole(old: Block, now: Block): void {
    this.pair(old, now)
    const [left, right] = [blocksIn(old), blocksIn(now)]
    for (const [index, block] of right.entries()) this.pair(left[index]!, block)
  }

  private pair(old: Block, now: Block): void {
    if (this.used.has(old) || this.pairs.has(now)) return
    this.used.add(old)
    this.pairs.set(now, old)
  }
}

// Returns the candidate most similar to `from[index]`, if it is similar enough and unique.
function findBest(
  from: readonly Block[],
  to: readonly Block[],
  words: readonly Words[],
  others: readonly Words[],
  index: number,
): number | undefined {
  const middle = Math.round((index * to.length) / from.length)
  let best: number | undefined
  let score = 0
  let isTied = false
  for (let at = Math.max(0, middle - WINDOW); at < Math.min(to.length, middle + WINDOW + 1); at++) {
    if (!areOfOneKind(from[index]!, to[at]!)) continue
    const found = similarity(words[index]!, others[at]!)
    if (found < score) continue
    isTied = found === score
    best = at
    score = found
  }
  return score >= MIN_SIMILARITY && !isTied ? best : undefined
}

function areOfOneKind(a: Block, b: Block): boolean {
  return a.type.replace(/-\d$/, '') === b.type.replace(/-\d$/, '')
}

const NOTHING: Document = { object: 'document', data: {}, nodes: [] }

// The blocks of a node that are not inside another block of it.
function innerBlocks(node: Node): Block[] {
  return childrenOf(node).flatMap((child) => (child.object === 'block' ? [child] : innerBlocks(child)))
}
