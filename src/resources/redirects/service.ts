import { isUniqueViolation } from '../../db/dialect.ts'
import { problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import { groundOf } from '../published/ground.ts'
import { checkDestination } from './destination.ts'
import {
  columnsOf,
  findRedirect,
  insertRedirect,
  removeRedirect,
  takeRedirects,
  targetOf,
  toRedirect,
  updateRedirect,
} from './queries.ts'
import { redirectRoutes } from './routes.ts'

export const redirects = implement(redirectRoutes, {
  async listSiteRedirects({ db, site, page }) {
    const { rows, ...slice } = await takeRedirects(db, site.id, page)
    return { ...slice, items: rows.map(toRedirect) }
  },

  async createSiteRedirect({ db, site, body }) {
    await checkDestination(db, site.id, body.destination)
    const columns = { site_id: site.id, source: body.source, ...columnsOf(body.destination) }
    return toRedirect(await unlessTaken(insertRedirect(db, columns)))
  },

  async updateSiteRedirectById({ db, site, siteRedirect, body }) {
    const { source, destination } = body
    if (destination) await checkDestination(db, site.id, destination)
    const patch = { source, ...(destination && columnsOf(destination)) }
    return toRedirect(await unlessTaken(updateRedirect(db, siteRedirect.id, patch)))
  },

  async deleteSiteRedirectById({ db, siteRedirect }) {
    await removeRedirect(db, siteRedirect.id)
  },

  async getSiteRedirectBySource(context) {
    const { db, site, query } = context
    const found = await findRedirect(db, site.id, query.source)
    const ground = await groundOf(context)
    const target = found && (await targetOf(db, ground, found, query.source))
    if (!found || !target) throw problem('notFound')
    return { redirect: toRedirect(found), target }
  },
})

async function unlessTaken<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    throw isUniqueViolation(error) ? problem('redirectTaken') : error
  }
}
