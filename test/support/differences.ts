// Where our specification decides otherwise than the reference: every place, with the reason. Everything else must agree.

export interface Difference {
  /** The operations it is about. */
  ids: string[]
  /** Where in the reply (`*` is any item of a list), or `status`. */
  at: string
  /** The rule of the reference that does not hold, or the status. */
  what: string
  why: string
}

export const DIFFERENCES: Difference[] = []

/** What clients may send and we do not take. */
export const REQUEST_DIFFERENCES: { id: string; field: string; why: string }[] = []

const met = new Set<Difference>()

/** True for a difference that is on the list. */
export function differs({ id, at, what }: { id: string; at: string; what: string }): boolean {
  const found = DIFFERENCES.find((known) => known.ids.includes(id) && known.at === at && known.what === what)
  if (found) met.add(found)
  return found !== undefined
}

/** Differences that no reply of this run has shown. */
export const unmet = (): Difference[] => DIFFERENCES.filter((difference) => !met.has(difference))
