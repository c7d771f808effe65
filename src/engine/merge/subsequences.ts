// Longest common and longest increasing subsequences, to find what kept its order.

/**
 * Returns the longest common subsequence of two lists. Neither list repeats a name, which reduces it to a longest
 * increasing subsequence: O(n log n), however different the lists are.
 */
export function longestCommonSubsequence(a: readonly string[], b: readonly string[]): string[] {
  const places = new Map(a.map((name, index) => [name, index]))
  const common = b.filter((name) => places.has(name))
  const ranks = common.map((name) => places.get(name)!)
  return longestIncreasingSubsequence(ranks).map((index) => common[index]!)
}

/**
 * Returns the indexes of a longest increasing subsequence; with weights, of a heaviest one. Ranks are places in a list,
 * and none is repeated. `best` is a Fenwick tree: it finds the best run that ends below a rank in O(log n).
 */
export function longestIncreasingSubsequence(ranks: readonly number[], weights?: readonly number[]): number[] {
  const best = new Int32Array(ranks.reduce((most, rank) => Math.max(most, rank), -1) + 2).fill(-1)
  const previous = new Int32Array(ranks.length)
  const totals = new Float64Array(ranks.length)
  // Of two runs that weigh the same, the one that ends lower leaves more room.
  const better = (one: number, other: number): number => {
    if (one < 0 || other < 0) return Math.max(one, other)
    return (totals[one]! - totals[other]! || ranks[other]! - ranks[one]!) > 0 ? one : other
  }
  let last = -1
  for (const [index, rank] of ranks.entries()) {
    let before = -1
    for (let at = rank; at > 0; at -= at & -at) before = better(before, best[at]!)
    previous[index] = before
    totals[index] = (before < 0 ? 0 : totals[before]!) + (weights?.[index] ?? 1)
    for (let at = rank + 1; at < best.length; at += at & -at) best[at] = better(best[at]!, index)
    last = better(last, index)
  }
  const run: number[] = []
  for (let at = last; at >= 0; at = previous[at]!) run.push(at)
  return run.reverse()
}
