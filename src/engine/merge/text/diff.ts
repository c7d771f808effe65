// Finds what a side changed in a sequence: the algorithm of Myers, with a limit on its work. Beyond the limit, only
// what occurs once on both sides is found again.

import { longestCommonSubsequence } from '../subsequences.ts'

/** A range of the base, and the range of the side that replaces it. */
export interface Hunk {
  start: number
  end: number
  from: number
  to: number
}

const MAX_EDITS = 500
const MAX_STEPS = 500_000

/** Returns the hunks that turn `base` into `side`, in order. */
export function diffSequences(base: readonly string[], side: readonly string[]): Hunk[] {
  let head = 0
  while (head < base.length && head < side.length && base[head] === side[head]) head++
  let tail = 0
  const most = Math.min(base.length, side.length) - head
  while (tail < most && base[base.length - 1 - tail] === side[side.length - 1 - tail]) tail++
  const [a, b] = [base.slice(head, base.length - tail), side.slice(head, side.length - tail)]
  if (a.length + b.length === 0) return []
  const pairs = a.length === 0 || b.length === 0 ? [] : (findPairs(...numbered(a, b)) ?? findUniquePairs(a, b))
  return hunksBetween(pairs, a.length, b.length).map(({ start, end, from, to }) => ({
    start: start + head,
    end: end + head,
    from: from + head,
    to: to + head,
  }))
}

type Pair = readonly [number, number]

function hunksBetween(pairs: readonly Pair[], length: number, sideLength: number): Hunk[] {
  const hunks: Hunk[] = []
  let [start, from] = [0, 0]
  for (const [end, to] of [...pairs, [length, sideLength] as const]) {
    if (end > start || to > from) hunks.push({ start, end, from, to })
    start = end + 1
    from = to + 1
  }
  return hunks
}

// Numbers are compared faster than texts.
function numbered(a: readonly string[], b: readonly string[]): [Int32Array, Int32Array] {
  const numbers = new Map<string, number>()
  const numberOf = (name: string) => {
    const known = numbers.get(name) ?? numbers.size
    numbers.set(name, known)
    return known
  }
  return [Int32Array.from(a, numberOf), Int32Array.from(b, numberOf)]
}

// Myers: `reach` holds, for each diagonal, how far a path with so many edits gets.
function findPairs(a: Int32Array, b: Int32Array): Pair[] | undefined {
  const most = Math.min(MAX_EDITS, a.length + b.length)
  const reach = new Int32Array(2 * most + 3)
  const middle = most + 1
  const trace: Int32Array[] = []
  let steps = 0
  for (let edits = 0; edits <= most; edits++) {
    trace.push(reach.slice(middle - edits - 1, middle + edits + 2))
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const down = reach[middle + diagonal + 1]!
      const right = reach[middle + diagonal - 1]! + 1
      let x = diagonal === -edits || (diagonal !== edits && right <= down) ? down : right
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) {
        x++
        steps++
      }
      reach[middle + diagonal] = x
      if (x >= a.length && x - diagonal >= b.length) return walkBack(trace, a.length, b.length)
    }
    steps += edits
    if (steps > MAX_STEPS) return undefined
  }
  return undefined
}

function walkBack(trace: readonly Int32Array[], length: number, sideLength: number): Pair[] {
  const pairs: Pair[] = []
  let [x, y] = [length, sideLength]
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const reach = trace[edits]!
    const at = (diagonal: number) => reach[diagonal + edits + 1]!
    const diagonal = x - y
    const goesDown = diagonal === -edits || (diagonal !== edits && at(diagonal - 1) + 1 <= at(diagonal + 1))
    const before = edits === 0 ? 0 : goesDown ? diagonal + 1 : diagonal - 1
    const [fromX, fromY] = edits === 0 ? [0, 0] : [at(before), at(before) - before]
    while (x > fromX && y > fromY) pairs.push([--x, --y])
    x = fromX
    y = fromY
  }
  return pairs.reverse()
}

function findUniquePairs(a: readonly string[], b: readonly string[]): Pair[] {
  const [left, right] = [uniquePlaces(a), uniquePlaces(b)]
  const names = longestCommonSubsequence([...left.keys()], [...right.keys()])
  return names.map((name) => [left.get(name)!, right.get(name)!] as const)
}

function uniquePlaces(names: readonly string[]): Map<string, number> {
  const places = new Map<string, number>()
  const repeated = new Set<string>()
  for (const [index, name] of names.entries()) {
    if (places.has(name)) repeated.add(name)
    else places.set(name, index)
  }
  for (const name of repeated) places.delete(name)
  return places
}
