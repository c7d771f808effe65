// Decides which blocks of two documents are compared with each other. Only blocks whose surroundings are compared, too:
// what is in a removed block is removed with it.

import type { Block, Document, Fragment, Node } from '../document.ts'
import { walk } from '../walk.ts'

export interface Matches {
  /** The old block that a new one continues. */
  matchOf: ReadonlyMap<Block, Block>
  /** The old blocks that are continued. */
  continued: ReadonlySet<Block>
}

type List = readonly Block[]

export function findMatches(
  before: Document,
  after: Document,
  pairs: ReadonlyMap<Block, Block>,
  areAlike: (before: Block, after: Block) => boolean,
): Matches {
  const home = new Map<Block, List>()
  for (const list of [before.nodes, ...walk(before).flatMap(({ node }) => listsIn(node))])
    for (const block of list) home.set(block, list)
  const matchOf = new Map<Block, Block>()
  const continued = new Set<Block>()
  const compared = new Set<List>()
  const queue: [List, List][] = [[before.nodes, after.nodes]]
  let waiting: [Block, Block][] = []
  const match = (old: Block, now: Block) => {
    matchOf.set(now, old)
    continued.add(old)
    if (!areAlike(old, now)) queue.push(...listPairs(old, now))
  }
  for (;;) {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [left, right] = next
      compared.add(left)
      for (const now of right) {
        const old = pairs.get(now)
        if (!old || !areComparable(old, now)) continue
        if (home.get(old) === left) match(old, now)
        else waiting.push([old, now])
      }
      const [old, now] = [left[0], right[0]]
      const isOnly = left !== before.nodes && left.length === 1 && right.length === 1
      if (isOnly && !continued.has(old!) && !pairs.has(now!) && areComparable(old!, now!)) match(old!, now!)
    }
    // Blocks that moved from one container to another.
    const [ready, rest] = split(waiting, ([old]) => compared.has(home.get(old)!))
    if (ready.length === 0) return { matchOf, continued }
    waiting = rest
    for (const [old, now] of ready) if (!continued.has(old)) match(old, now)
  }
}

function split<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}

/** Whether the block consists of words. */
export const hasText = ({ nodes = [], isVoid }: Block): boolean =>
  !isVoid && nodes.length > 0 && nodes.every(({ object }) => object !== 'block')

const LINE = 'code-line'

/** Text can become a heading; a list that gets numbers is the same list. */
function areComparable(before: Block, after: Block): boolean {
  if (before.type === after.type) return hasText(before) === hasText(after) || isBare(before) || isBare(after)
  if (hasText(before) && hasText(after)) return before.type !== LINE && after.type !== LINE
  return /^list-(un)?ordered$/.test(before.type) && /^list-(un)?ordered$/.test(after.type)
}

const isBare = ({ nodes = [] }: Block): boolean => nodes.length === 0

function listsIn(node: Node): List[] {
  if (node.object !== 'block') return node.object === 'fragment' ? [node.nodes] : []
  return hasText(node) ? [] : [(node.nodes ?? []) as Block[]]
}

function listPairs(before: Block, after: Block): [List, List][] {
  const lists: [List, List][] = []
  if (!hasText(before) && !hasText(after) && before.nodes && after.nodes)
    lists.push([before.nodes as Block[], after.nodes as Block[]])
  for (const [old, now] of fragmentPairs(before, after)) if (old && now) lists.push([old.nodes, now.nodes])
  return lists
}

/** The fragments of two blocks by name; those of the new one first. */
export function fragmentPairs(before: Block, after: Block): [Fragment | undefined, Fragment | undefined][] {
  const left = new Map((before.fragments ?? []).map((fragment, at) => [nameOf(fragment, at), fragment]))
  const pairs = (after.fragments ?? []).map((fragment, at): [Fragment | undefined, Fragment] => {
    const name = nameOf(fragment, at)
    const old = left.get(name)
    left.delete(name)
    return [old, fragment]
  })
  return [...pairs, ...[...left.values()].map((old): [Fragment, undefined] => [old, undefined])]
}

const nameOf = ({ fragment, type }: Fragment, at: number): string => fragment ?? type ?? `${at}`
