import { permits } from '../../access/permissions.ts'
import type { Db } from '../../db/tables.ts'
import {
  eventTargetOf,
  insertChangeRequest,
  mergeBaseOf,
  presentChangeRequest,
  presentChangeRequests,
  presentChangeRequestsOfSpaces,
  refuseClosed,
  refuseMerged,
  updateChangeRequest,
} from '../../domain/change-requests/index.ts'
import { presentSemanticChanges } from '../../domain/content-changes/index.ts'
import { listFences } from '../../domain/integrations/index.ts'
import { declineRedirects } from '../../domain/page-paths/index.ts'
import { viewerOf } from '../../domain/people/index.ts'
import { loadRevision, toFile } from '../../domain/revisions/index.ts'
import type { File } from '../../engine/tree/records.ts'
import { invalid, problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import { loadChangedAddresses } from './addresses.ts'
import { showConflicts } from './conflict-presenter.ts'
import { applyResolution } from './conflict-resolution.ts'
import { loadConflict, takeConflicts } from './conflicts.ts'
import { findOwnDraft, takeChangeRequests, takeChangeRequestsOf } from './lists.ts'
import { mergeIntoMain, previewMerge, updateFromMain } from './merge.ts'
import { listBrokenRules, rulesBroken } from './merge-rules.ts'
import { changeRequestRoutes } from './routes.ts'

export const changeRequests = implement(changeRequestRoutes, {
  async listChangeRequestsForSpace({ db, space, query, page, urls }) {
    const { rows, count, next } = await takeChangeRequests(db, space.id, query, page)
    return { items: await presentChangeRequests(db, rows, { space, urls }), count, next }
  },

  async listChangeRequestsForOrganization({ db, organization, caller, query, page, urls }) {
    const { rows, count, next } = await takeChangeRequestsOf(db, viewerOf(organization, caller), query, page)
    return { items: await presentChangeRequestsOfSpaces(db, rows, urls), count, next }
  },

  async createChangeRequest({ db, space, caller, body, urls }) {
    const { subject = '', description } = body
    const row = await insertChangeRequest(db, { space, subject, description, createdBy: caller.user.id })
    return presentChangeRequest(db, row, { space, urls })
  },

  async openOwnDraft({ db, space, caller, urls, report }) {
    const known = await findOwnDraft(db, space.id, caller.user.id)
    const row = known ?? (await insertChangeRequest(db, { space, subject: '', createdBy: caller.user.id }))
    report({ target: eventTargetOf(row), changed: known === undefined })
    return presentChangeRequest(db, row, { space, urls })
  },

  getChangeRequestById: ({ db, space, changeRequest, urls }) =>
    presentChangeRequest(db, changeRequest, { space, urls }),

  async updateChangeRequestById({ db, space, changeRequest, body, urls }) {
    if (body.status !== undefined) refuseMerged(changeRequest)
    const { subject, status } = body
    const description = body.description === '' ? null : body.description
    const row = await updateChangeRequest(db, changeRequest, { subject, description, status })
    return presentChangeRequest(db, row, { space, urls })
  },

  getChangedAddresses: ({ db, space, changeRequest, urls }) => loadChangedAddresses(db, { space, changeRequest }, urls),

  async mergeChangeRequest({ db, space, changeRequest, caller, query, body, report }) {
    refuseMerged(changeRequest)
    const rules = await listBrokenRules(db, { space, changeRequest })
    if (query.pastRules && !permits('space', 'admin', space)) throw problem('forbidden')
    if (rules.length > 0 && !query.dryRun && !query.pastRules) throw rulesBroken(rules)
    const outcome = await previewMerge(db, { space, changeRequest })
    const result = outcome ? ('merge' as const) : ('conflicts' as const)
    report({ target: eventTargetOf(changeRequest), changed: outcome !== undefined && !query.dryRun })
    const broken = rules.length > 0 ? { rules } : {}
    if (!outcome || query.dryRun) return { revision: space.revision_id, result, ...broken }
    const by = { createdBy: caller.user.id, pastRules: rules.length > 0 }
    const revision = await mergeIntoMain(db, { space, changeRequest }, outcome, by)
    await declineFormer(db, space.id, body.declinedRedirects ?? [])
    report({ data: { revision } })
    return { revision, result, ...broken }
  },

  async updateChangeRequest({ db, space, changeRequest, caller, report }) {
    refuseMerged(changeRequest)
    const outcome = await updateFromMain(db, { space, changeRequest }, caller.user.id)
    const changed = outcome.revision !== changeRequest.revision_id
    report({ target: eventTargetOf(changeRequest), data: { ...outcome }, changed })
    return outcome
  },

  async listConflicts({ db, space, changeRequest, query, page }) {
    const { rows, count, next } = await takeConflicts(db, changeRequest.id, query.status, page)
    const { root } = await loadRevision(db, changeRequest.revision_id)
    const options = { root, format: query.format, fences: await listFences(db, space) }
    return { items: await showConflicts(db, rows, options), count, next }
  },

  async resolveConflict({ db, space, changeRequest, caller, params, query, body, report }) {
    refuseClosed(changeRequest)
    const row = await loadConflict(db, changeRequest.id, params.conflictId)
    const { resolved, root } = await applyResolution(db, { space, changeRequest }, row, body, caller.user.id)
    report({ target: eventTargetOf(changeRequest), data: { conflict: row.id, resolution: body.resolution } })
    const options = { root, format: query.format, fences: await listFences(db, space) }
    return (await showConflicts(db, [resolved], options))[0]!
  },

  async getChangeRequestChanges({ db, changeRequest, query, urls, files }) {
    const { root: before } = await loadRevision(db, mergeBaseOf(changeRequest))
    const { root: after } = await loadRevision(db, changeRequest.revision_id)
    const urlOf = (file: File) => toFile(file, files.signer, urls).downloadURL
    return presentSemanticChanges(db, { before, after, limit: query.limit }, urlOf)
  },
})

/** The former paths that the merge has just recorded. */
async function declineFormer(db: Db, spaceId: string, paths: readonly string[]): Promise<void> {
  if (paths.length === 0 || (await declineRedirects(db, spaceId, paths)) === paths.length) return
  throw invalid({ path: 'declinedRedirects', message: 'must be paths of pages that the merge moves' })
}
