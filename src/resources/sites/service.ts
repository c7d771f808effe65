import { isUniqueViolation } from '../../db/dialect.ts'
import type { Db, NewRow, Row } from '../../db/tables.ts'
import { invalid, problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import { enqueueHostnameCheck } from '../hostnames/queries.ts'
import { viewerOf } from '../organizations/queries.ts'
import { firstSpaces } from './first-spaces.ts'
import { insertSite, removeSite, takeSites, toSite, updateSite } from './queries.ts'
import { siteRoutes } from './routes.ts'
import type { SitePatch } from './schemas.ts'
import { makeDefaultSection } from './structure/sections.ts'
import { insertSiteSpaces, makeDefaultSiteSpace } from './structure/site-spaces.ts'
import { defaultSection, partOf, readStructure } from './structure/structure.ts'

const UNTITLED = 'Untitled site'

export const sites = implement(siteRoutes, {
  async listSites({ db, organization, caller, query, page, urls }) {
    const { rows, count, next } = await takeSites(db, viewerOf(organization, caller), query, page)
    return { items: rows.map((site) => toSite(site, organization, urls)), count, next }
  },

  async createSite({ db, organization, caller, body, vault, urls }) {
    const { type = 'basic', title = UNTITLED, visibility = 'public' } = body
    const spaces = await firstSpaces(db, caller, organization, { spaces: body.spaces, title })
    const site = await insertSite(db, { organization_id: organization.id, type, title, visibility }, vault)
    const structure = { siteId: site.id, groups: [], sections: [], siteSpaces: [] }
    await insertSiteSpaces(db, structure, null, spaces)
    return toSite({ ...site, siteSpaces: spaces.length }, organization, urls)
  },

  getSiteById: ({ site, organization, urls }) => toSite(site, organization, urls),

  async updateSiteById({ db, site, organization, body, urls }) {
    const row = await updateSite(db, site.id, columnsIn(body, site)).catch((error: unknown) => {
      throw isUniqueViolation(error) ? problem(takenIn(error as Error)) : error
    })
    if (row.hostname !== null && row.hostname !== site.hostname) await enqueueHostnameCheck(db, site.id, urls)
    await setDefaults(db, site.id, body)
    return toSite({ ...site, ...row }, organization, urls)
  },

  async deleteSiteById({ db, site }) {
    await removeSite(db, site.id)
  },

  async publishSite({ db, site, organization, urls, note }) {
    if (site.siteSpaces === 0) throw problem('siteWithoutSpaces')
    note({ changed: site.published === 0 })
    return toSite({ ...site, ...(await updateSite(db, site.id, { published: 1 })) }, organization, urls)
  },

  async unpublishSite({ db, site, organization, urls, note }) {
    note({ changed: site.published === 1 })
    return toSite({ ...site, ...(await updateSite(db, site.id, { published: 0 })) }, organization, urls)
  },
})

function columnsIn(body: SitePatch, site: Row<'sites'>): Partial<NewRow<'sites'>> {
  const { title, visibility, basename, hostname, adaptiveContent, agentsContext, proxy } = body
  return {
    title,
    visibility,
    basename,
    hostname,
    ...(hostname !== undefined && hostname !== site.hostname && { hostname_status: null, hostname_checked_at: null }),
    adaptive_content: adaptiveContent && (adaptiveContent.enabled ? 1 : 0),
    agents_context: agentsContext,
    proxy,
  }
}

// SQLite names the columns, PostgreSQL the constraint.
function takenIn({ message }: Error) {
  if (/hostname/.test(message)) return 'hostnameOfOther'
  return /proxy/.test(message) ? 'proxyTaken' : 'basenameTaken'
}

async function setDefaults(db: Db, siteId: string, { defaultSiteSection, defaultSiteSpace }: SitePatch): Promise<void> {
  if (defaultSiteSection === undefined && defaultSiteSpace === undefined) return
  const structure = await readStructure(db, siteId)
  const section =
    defaultSiteSection === undefined ? defaultSection(structure) : partOf(structure.sections, defaultSiteSection)
  if (section) await makeDefaultSection(db, structure, section)
  if (defaultSiteSpace === undefined) return
  const siteSpace = partOf(structure.siteSpaces, defaultSiteSpace)
  if (siteSpace.section_id !== (section?.id ?? null))
    throw invalid({ path: 'defaultSiteSpace', message: 'must be in the default section' })
  await makeDefaultSiteSpace(db, structure, siteSpace)
}
