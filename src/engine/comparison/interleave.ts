// Puts two versions of a list into one: what is gone stands where it was, what came where it is.

import { longestIncreasingSubsequence } from '../merge/subsequences.ts'

export type Placed<T> = { at: 'both'; before: T; after: T } | { at: 'before'; before: T } | { at: 'after'; after: T }

/**
 * `matchOf` gives the old item that a new one continues. Items in both lists that changed their order stand at both
 * places: those that weigh least. What is gone comes before what took its place.
 */
export function interleave<T>(
  before: readonly T[],
  after: readonly T[],
  matchOf: (item: T) => T | undefined,
  weightOf: (item: T) => number = () => 1,
): Placed<T>[] {
  const places = new Map(before.map((item, place) => [item, place]))
  const paired = after.flatMap((item, index) => {
    const match = matchOf(item)
    const place = match === undefined ? undefined : places.get(match)
    return place === undefined ? [] : [{ place, index, weight: weightOf(item) }]
  })
  const steady = longestIncreasingSubsequence(
    paired.map(({ place }) => place),
    paired.map(({ weight }) => weight),
  ).map((at) => paired[at]!)
  const placed: Placed<T>[] = []
  let last = { place: -1, index: -1 }
  for (const next of [...steady, { place: before.length, index: after.length }]) {
    for (const item of before.slice(last.place + 1, next.place)) placed.push({ at: 'before', before: item })
    for (const item of after.slice(last.index + 1, next.index)) placed.push({ at: 'after', after: item })
    if (next.index < after.length) placed.push({ at: 'both', before: before[next.place]!, after: after[next.index]! })
    last = next
  }
  return placed
}
