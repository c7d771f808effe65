// Where a row stands among the others: texts that are compared. A row that moves gets one between those of its
// neighbours, so that rows which others add or move meanwhile keep theirs.

const WIDTH = 6
const numbered = (at: number): string => String(at).padStart(WIDTH, '0')

/** A text between two others, or undefined if there is none. Only digits are added: every way to compare agrees on them. */
export function between(before: string, after: string | undefined): string | undefined {
  if (after === undefined) return /^\d+$/.test(before) ? next(before) : `${before}5`
  if (!after.startsWith(before)) return `${before}5`
  const rest = after.slice(before.length)
  const first = rest.charCodeAt(0) - 48
  if (rest === '' || first < 0) return undefined
  if (first > 9) return `${before}5`
  if (first > 1) return before + Math.floor(first / 2)
  if (first === 1) return `${before}05`
  return between(`${before}0`, after)
}

const next = (digits: string): string => {
  const added = (BigInt(digits) + 1n).toString().padStart(digits.length, '0')
  return added.length > digits.length ? `${digits}5` : added
}

/** Keeps what can stay, and fills in the rest. */
export function ordered(given: readonly (string | null)[]): string[] {
  const kept = increasing(given)
  const filled: string[] = []
  for (const [at] of given.entries()) {
    if (kept.has(at)) filled.push(given[at]!)
    else {
      const following = given.find((value, later): value is string => later > at && kept.has(later) && value !== null)
      const made = at === 0 && following === undefined ? numbered(0) : between(filled[at - 1] ?? '', following)
      if (made === undefined) return given.map((_, each) => numbered(each))
      filled.push(made)
    }
  }
  return filled
}

/** The places of a longest increasing part. */
function increasing(given: readonly (string | null)[]): Set<number> {
  const before: number[] = []
  const ends: number[] = []
  for (const [at, value] of given.entries()) {
    if (value === null) continue
    let length = ends.length
    while (length > 0 && given[ends[length - 1]!]! >= value) length--
    before[at] = length > 0 ? ends[length - 1]! : -1
    ends[length] = at
  }
  const kept = new Set<number>()
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at]!) kept.add(at)
  return kept
}
