// Where we differ from the reference contract: every place, with the reason. Everything else must agree. So far no reply
// differs.

export interface Difference {
  /** The operations it is about. */
  ids: string[]
  why: string
  /** Our reply as the reference would have it; the very same value where it does not differ. */
  // biome-ignore lint/suspicious/noExplicitAny: replies of every shape
  read: (body: any) => unknown
}

export const DIFFERENCES: Difference[] = []

const met = new Set<Difference>()

/** A reply of ours as the reference would have it. */
export function readAsReference(id: string, body: unknown): unknown {
  return DIFFERENCES.filter(({ ids }) => ids.includes(id)).reduce((before, difference) => {
    const after = difference.read(before)
    if (after !== before) met.add(difference)
    return after
  }, body)
}

/** Differences that no reply of this run has shown. */
export const unmet = (): Difference[] => DIFFERENCES.filter((difference) => !met.has(difference))

const NO_SITES = 'there are no sites yet that it could be about'

/** What clients may send and we do not look at: the field of a query or a body. */
export const REQUEST_DIFFERENCES: { ids: string[]; fields: string[]; why: string }[] = [
  { ids: ['getSpaceById'], fields: ['shareKey'], why: NO_SITES },
  { ids: ['updateOrganizationById'], fields: ['defaultContent'], why: NO_SITES },
  { ids: ['getDocumentById'], fields: ['schema'], why: 'documents have one form, whichever version is asked for' },
  { ids: ['getReviewsByChangeRequestId'], fields: ['format'], why: 'reviews show no comment before comments exist' },
  {
    ids: ['importGitRepository', 'exportToGitRepository'],
    fields: ['repoCacheID', 'timestamp'],
    why: 'every run fetches the newest commit alone, and runs of a space follow one another in the order they were asked for',
  },
  { ids: ['createChangeRequest'], fields: ['agentTaskId'], why: 'agents are not part of Lectern' },
]
