// Checks a change request against the rules of its space.
import type { Objects } from '../../access/permissions.ts'
import type { Db } from '../../db/tables.ts'
import { brokenRules, type MergeRule, type MergeRules } from '../../engine/merge-rules.ts'
import { ApiError, type Issue } from '../../errors.ts'

type Proposal = Pick<Objects, 'space' | 'changeRequest'>

/** The rules that are not met. */
export async function listBrokenRules(db: Db, { space, changeRequest }: Proposal): Promise<MergeRule[]> {
  if (space.merge_rules === null) return []
  const rows = await db
    .selectFrom('reviews')
    .select(['user_id', 'status', 'revision_id'])
    .where('change_request_id', '=', changeRequest.id)
    .orderBy('id')
    .execute()
  return brokenRules(JSON.parse(space.merge_rules) as MergeRules, {
    author: changeRequest.created_by,
    reviews: rows.map(({ user_id, status, revision_id }) => ({
      reviewer: user_id,
      status,
      outdated: revision_id !== changeRequest.revision_id,
    })),
    openComments: changeRequest.comments_open,
  })
}

const MESSAGES: Record<MergeRule, string> = {
  approvals: 'more people have to approve the change request',
  approvalByOthers: 'somebody other than its author has to approve it',
  resolvedComments: 'its comments have to be resolved',
}

/** Says which rules are not met. */
export const rulesBroken = (rules: readonly MergeRule[]): ApiError =>
  new ApiError(
    'mergeRules',
    rules.map((rule): Issue => ({ path: rule, message: MESSAGES[rule] })),
  )
