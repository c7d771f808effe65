import type { File } from '../../engine/tree/records.ts'
import { implement } from '../../server/operation.ts'
import { loadRevision } from '../content/revisions.ts'
import { showSemanticChanges } from '../content/semantic-changes.ts'
import { toFile } from '../files/queries.ts'
import { loadConflict, takeConflicts } from './conflicts.ts'
import { mergeIntoMain, previewMerge, updateFromMain } from './merging.ts'
import {
  ancestorOf,
  insertChangeRequest,
  refuseClosed,
  refuseMerged,
  showChangeRequest,
  showChangeRequests,
  takeChangeRequests,
  targetOf,
  updateChangeRequest,
} from './queries.ts'
import { settle } from './resolving.ts'
import { changeRequestRoutes } from './routes.ts'
import { showConflicts } from './showing-conflicts.ts'

export const changeRequests = implement(changeRequestRoutes, {
  async listChangeRequestsForSpace({ db, space, query, page, urls }) {
    const { rows, count, next } = await takeChangeRequests(db, space.id, query, page)
    return { items: await showChangeRequests(db, rows, { space, urls }), count, next }
  },

  async createChangeRequest({ db, space, caller, body, urls }) {
    const row = await insertChangeRequest(db, { space, subject: body.subject ?? '', createdBy: caller.user.id })
    return showChangeRequest(db, row, { space, urls })
  },

  getChangeRequestById: ({ db, space, changeRequest, urls }) => showChangeRequest(db, changeRequest, { space, urls }),

  async updateChangeRequestById({ db, space, changeRequest, body, urls }) {
    if (body.status !== undefined) refuseMerged(changeRequest)
    const row = await updateChangeRequest(db, changeRequest, { subject: body.subject, status: body.status })
    return showChangeRequest(db, row, { space, urls })
  },

  async mergeChangeRequest({ db, space, changeRequest, caller, query, note }) {
    refuseMerged(changeRequest)
    const outcome = await previewMerge(db, { space, changeRequest })
    const result = outcome ? ('merge' as const) : ('conflicts' as const)
    note({ target: targetOf(changeRequest), changed: outcome !== undefined && !query.dryRun })
    if (!outcome || query.dryRun) return { revision: space.revision_id, result }
    const revision = await mergeIntoMain(db, { space, changeRequest }, outcome, caller.user.id)
    note({ data: { revision } })
    return { revision, result }
  },

  async updateChangeRequest({ db, space, changeRequest, caller, note }) {
    refuseMerged(changeRequest)
    const outcome = await updateFromMain(db, { space, changeRequest }, caller.user.id)
    const changed = outcome.revision !== changeRequest.revision_id
    note({ target: targetOf(changeRequest), data: { ...outcome }, changed })
    return outcome
  },

  async listConflicts({ db, changeRequest, query, page }) {
    const { rows, count, next } = await takeConflicts(db, changeRequest.id, query.status, page)
    const { root } = await loadRevision(db, changeRequest.revision_id)
    return { items: await showConflicts(db, rows, { root, format: query.format }), count, next }
  },

  async resolveConflict({ db, space, changeRequest, caller, params, query, body, note }) {
    refuseClosed(changeRequest)
    const row = await loadConflict(db, changeRequest.id, params.conflictId)
    const { settled, root } = await settle(db, { space, changeRequest }, row, body, caller.user.id)
    note({ target: targetOf(changeRequest), data: { conflict: row.id, resolution: body.resolution } })
    return (await showConflicts(db, [settled], { root, format: query.format }))[0]!
  },

  async getChangeRequestChanges({ db, changeRequest, query, urls, files }) {
    const { root: before } = await loadRevision(db, ancestorOf(changeRequest))
    const { root: after } = await loadRevision(db, changeRequest.revision_id)
    const urlOf = (file: File) => toFile(file, files.signer, urls).downloadURL
    return showSemanticChanges(db, { before, after, limit: query.limit }, urlOf)
  },
})
