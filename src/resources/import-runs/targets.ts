// The target branch and page of an import run, for callers who are allowed to import.
import type { Caller } from '../../access/caller.ts'
import { loadChangeRequest, loadSpace } from '../../access/loading/objects.ts'
import { authorize } from '../../access/loading/path-objects.ts'
import type { Db } from '../../db/tables.ts'
import { refuseClosed } from '../../domain/change-requests/index.ts'
import { type Branch, findTargetPage } from '../../domain/content-changes/index.ts'
import { problem } from '../../errors.ts'
import type { Target } from '../../shapes/import-runs.ts'

export async function loadTarget(db: Db, caller: Caller, organizationId: string, target: Target): Promise<Branch> {
  const space = await loadSpace(db, caller, target.space)
  if (space.organization_id !== organizationId) throw problem('notFound')
  authorize(target.changeRequest === undefined ? 'space.edit' : 'space.propose', { space })
  const changeRequest =
    target.changeRequest === undefined ? undefined : await loadChangeRequest(db, space.id, target.changeRequest)
  if (changeRequest) refuseClosed(changeRequest)
  const branch = { space, changeRequest }
  await findTargetPage(db, branch, target.page)
  return branch
}
