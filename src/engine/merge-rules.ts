// The rules of a space for merging: what a change request needs before it becomes main content.

export interface MergeRules {
  /** The number of people who have to approve. */
  approvals?: number
  /** Somebody other than the author has to approve. */
  approvalByOthers?: boolean
  /** Approvals of earlier content do not count. */
  latestContent?: boolean
  /** No comment may be open. */
  resolvedComments?: boolean
}

export type MergeRule = 'approvals' | 'approvalByOthers' | 'resolvedComments'

export interface Reviewed {
  author: string
  /** Oldest first; the last one of a person counts. */
  reviews: readonly { reviewer: string; status: 'approved' | 'changes-requested'; outdated: boolean }[]
  openComments: number
}

/** The rules that are not met. */
export function brokenRules(rules: MergeRules, { author, reviews, openComments }: Reviewed): MergeRule[] {
  const last = new Map(reviews.map((review) => [review.reviewer, review]))
  const approving = [...last.values()].filter(
    ({ status, outdated }) => status === 'approved' && !(rules.latestContent && outdated),
  )
  const broken: MergeRule[] = []
  if (approving.length < (rules.approvals ?? 0)) broken.push('approvals')
  if (rules.approvalByOthers && approving.every(({ reviewer }) => reviewer === author)) broken.push('approvalByOthers')
  if (rules.resolvedComments && openComments > 0) broken.push('resolvedComments')
  return broken
}
