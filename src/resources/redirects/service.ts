import { isUniqueViolation } from '../../db/dialect.ts'
import {
  destinationColumns,
  insertRedirect,
  listRedirects,
  removeRedirect,
  resolveRedirect,
  toFlag,
  toRedirect,
  updateRedirect,
} from '../../domain/site-paths/index.ts'
import { readStructure } from '../../domain/site-structure/index.ts'
import { loadVisibleSite } from '../../domain/visits/index.ts'
import { problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import type { Outcome } from '../../shapes/redirects.ts'
import { saveBatch } from './batch.ts'
import { checkWildcard, loadDestination } from './destination.ts'
import { redirectRoutes } from './routes.ts'

export const redirects = implement(redirectRoutes, {
  async listSiteRedirects({ db, site, query, page }) {
    const { rows, ...slice } = await listRedirects(db, site.id, query, page)
    return { ...slice, items: rows.map(toRedirect) }
  },

  async createSiteRedirect({ db, site, body }) {
    const { source, destination, captureWildcard = false, draft = false, permanent = false } = body
    checkWildcard({ source, captureWildcard })
    const row = {
      site_id: site.id,
      source,
      ...destinationColumns(await loadDestination(db, await readStructure(db, site.id), destination)),
      capture_wildcard: toFlag(captureWildcard),
      draft: toFlag(draft),
      permanent: toFlag(permanent),
    }
    return toRedirect(await unlessTaken(insertRedirect(db, row)))
  },

  async bulkUpsertSiteRedirects({ db, site, body, report }) {
    const results = await saveBatch(db, site.id, body.redirects)
    const count = (status: Outcome['status']) => results.filter((each) => each.status === status).length
    const [created, updated, deleted, published] = (['created', 'updated', 'deleted', 'published'] as const).map(count)
    report({ data: { created, updated, deleted, published }, changed: count('error') < results.length })
    return { results }
  },

  async updateSiteRedirectById({ db, site, siteRedirect, body }) {
    const before = toRedirect(siteRedirect)
    const { source, captureWildcard, draft, permanent } = { ...before, ...body }
    checkWildcard({ source, captureWildcard })
    const to =
      body.destination &&
      destinationColumns(await loadDestination(db, await readStructure(db, site.id), body.destination))
    const flags = { capture_wildcard: toFlag(captureWildcard), draft: toFlag(draft), permanent: toFlag(permanent) }
    const patch = { source, ...flags, ...to }
    return toRedirect(await unlessTaken(updateRedirect(db, siteRedirect.id, patch)))
  },

  async deleteSiteRedirectById({ db, siteRedirect }) {
    await removeRedirect(db, siteRedirect.id)
  },

  async getSiteRedirectBySource(context) {
    const { db, site, query } = context
    const settled = await resolveRedirect(db, site.id, await loadVisibleSite(context), query.source)
    if (!settled) throw problem('notFound')
    return settled
  },
})

async function unlessTaken<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    throw isUniqueViolation(error) ? problem('redirectTaken') : error
  }
}
