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

/** Returns the indexes of a longest increasing subsequence, by patience sorting. */
export function longestIncreasingSubsequence(ranks: readonly number[]): number[] {
  const tails: number[] = [] // tails[n] is the index of the smallest rank that ends a run of length n + 1
  const previous: number[] = []
  for (const [index, rank] of ranks.entries()) {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (ranks[tails[middle]!]! < rank) low = middle + 1
      else high = middle
    }
    previous[index] = low > 0 ? tails[low - 1]! : -1
    tails[low] = index
  }
  const run: number[] = []
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at]!) run.push(at)
  return run.reverse()
}
