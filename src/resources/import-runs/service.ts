import type { Caller } from '../../access/caller.ts'
import { loadSpace } from '../../access/loading/objects.ts'
import { authorize } from '../../access/loading/path-objects.ts'
import { loadSite } from '../../access/loading/sites.ts'
import { enqueue } from '../../db/jobs.ts'
import type { Db } from '../../db/tables.ts'
import {
  endRun,
  findRun,
  insertRun,
  listRuns,
  presentedSource,
  toImportRun,
  toListedImportRun,
  toRunRequest,
} from '../../domain/import-runs/index.ts'
import { viewerOf } from '../../domain/people/index.ts'
import { invalid, problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import { importRunRoutes } from './routes.ts'
import { loadTarget } from './targets.ts'

export const importRuns = implement(importRunRoutes, {
  async listImportRuns({ db, organization, caller, query, page, urls }) {
    const { rows, count, next } = await listRuns(db, viewerOf(organization, caller), query, page)
    return { items: rows.map((run) => toListedImportRun(run, organization.id, urls)), count, next }
  },

  startImportRun: {
    async prepare({ db, organization, caller, body, files }) {
      await loadTarget(db, caller, organization.id, body.target)
      const request = await toRunRequest(files.store, organization.id, body.source)
      return async ({ db, organization, caller, body, vault, urls, report }) => {
        const { space, changeRequest } = await loadTarget(db, caller, organization.id, body.target)
        if (body.site !== undefined) await loadSite(db, caller, organization, body.site)
        const wanted = {
          spaceId: space.id,
          changeRequestId: changeRequest?.id,
          pageId: body.target.page,
          siteId: body.site,
          source: presentedSource(body.source, request),
          createdBy: caller.user.id,
        }
        const run = await insertRun(db, wanted, vault.seal(JSON.stringify(request)))
        await enqueue(db, { kind: 'run-import', payload: { runId: run.id } })
        report({ data: { space: space.id } })
        return toImportRun(run, organization.id, urls)
      }
    },
  },

  async getImportRun({ db, organization, caller, params, urls }) {
    const { run } = await loadRun(db, caller, organization.id, params.importRunId)
    return toImportRun(run, organization.id, urls)
  },

  async cancelImportRun({ db, organization, caller, params, urls, report }) {
    const { space, run } = await loadRun(db, caller, organization.id, params.importRunId)
    authorize('space.propose', { space })
    const ended = await endRun(db, run.id, { status: 'cancelled' })
    if (!ended) throw invalid({ path: 'importRunId', message: `is a run that has already ended: it is ${run.status}` })
    report({ data: { space: space.id } })
    return toImportRun(ended, organization.id, urls)
  },
})

/** A run whose target space the caller can see. */
async function loadRun(db: Db, caller: Caller, organizationId: string, id: string) {
  const run = await findRun(db, id)
  if (!run) throw problem('notFound')
  const space = await loadSpace(db, caller, run.space_id)
  if (space.organization_id !== organizationId) throw problem('notFound')
  return { run, space }
}
