import { type Objects, permissionsOf } from '../../access/permissions.ts'
import { isUniqueViolation } from '../../db/dialect.ts'
import type { Db, NewRow, Row } from '../../db/tables.ts'
import { viewerOf } from '../../domain/people/index.ts'
import {
  activateVouched,
  claimColumns,
  enqueueHostnameCheck,
  hostsOf,
  keepFormerBasename,
  normalizeAddresses,
  refuseUnavailableAddresses,
} from '../../domain/site-addresses/index.ts'
import {
  defaultSection,
  insertSiteSpaces,
  makeDefaultSection,
  makeDefaultSiteSpace,
  readStructure,
  requirePart,
} from '../../domain/site-structure/index.ts'
import { firstSpaces, insertSite, listSites, removeSite, toSite, updateSite } from '../../domain/sites/index.ts'
import { invalid, problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import type { Urls } from '../../server/urls.ts'
import type { SitePatch } from '../../shapes/sites.ts'
import { siteRoutes } from './routes.ts'

const UNTITLED = 'Untitled site'

export const sites = implement(siteRoutes, {
  async listSites({ db, organization, caller, query, page, urls }) {
    const { rows, count, next } = await listSites(db, viewerOf(organization, caller), query, page)
    return { items: rows.map((site) => toSite(site, organization, urls)), count, next }
  },

  async createSite({ db, organization, caller, body, vault, urls }) {
    const { type = 'basic', title = UNTITLED, visibility = 'public', basename } = body
    const spaces = await firstSpaces(db, caller, organization, { spaces: body.spaces, title })
    const fields = { organization_id: organization.id, type, title, visibility, basename }
    const site = await orTaken(insertSite(db, fields, vault))
    const structure = { siteId: site.id, groups: [], sections: [], siteSpaces: [], externalLinks: [] }
    await insertSiteSpaces(db, structure, null, spaces)
    return toSiteOfCaller({ ...site, role: organization.role, siteSpaces: spaces.length }, organization, urls)
  },

  getSiteById: ({ site, organization, urls }) => toSiteOfCaller(site, organization, urls),

  async updateSiteById({ db, site, organization, body, urls }) {
    const wanted = normalizeAddresses(body)
    await refuseUnavailableAddresses(db, site, wanted, urls)
    const columns = { ...columnsIn(body), ...claimColumns(wanted, site) }
    const row = await changeSite(db, site.id, columns)
    await keepFormerBasename(db, site, row)
    if (columns.claimed_at !== undefined && hostsOf(row).length > 0) await enqueueHostnameCheck(db, site.id, urls)
    await setDefaults(db, site.id, body)
    return toSiteOfCaller({ ...site, ...row }, organization, urls)
  },

  async deleteSiteById({ db, site }) {
    await removeSite(db, site.id)
  },

  async publishSite({ db, site, organization, urls, report }) {
    if (site.siteSpaces === 0) throw problem('siteWithoutSpaces')
    report({ changed: site.published === 0 })
    return toSiteOfCaller({ ...site, ...(await updateSite(db, site.id, { published: 1 })) }, organization, urls)
  },

  async unpublishSite({ db, site, organization, urls, report }) {
    report({ changed: site.published === 1 })
    return toSiteOfCaller({ ...site, ...(await updateSite(db, site.id, { published: 0 })) }, organization, urls)
  },
})

/** With what the caller may do on it. */
const toSiteOfCaller = (site: Objects['site'], organization: Objects['organization'], urls: Urls) => ({
  ...toSite(site, organization, urls),
  permissions: permissionsOf('site', site),
})

function columnsIn(body: SitePatch): Partial<NewRow<'sites'>> {
  const { title, visibility, basename, adaptiveContent, agentsContext, insightsDays } = body
  return {
    title,
    visibility,
    basename,
    adaptive_content: adaptiveContent && (adaptiveContent.enabled ? 1 : 0),
    agents_context: agentsContext,
    insights_days: insightsDays,
  }
}

/** Writes the columns, and activates claimed hosts that the server's operator vouches for. */
async function changeSite(db: Db, id: string, columns: Partial<NewRow<'sites'>>): Promise<Row<'sites'>> {
  const row = await orTaken(updateSite(db, id, columns))
  return columns.claimed_at && (await orTaken(activateVouched(db, row))) ? await updateSite(db, id, {}) : row
}

/** Says which address another site has. */
async function orTaken<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch (error) {
    throw isUniqueViolation(error) ? problem(takenIn(error as Error)) : error
  }
}

// SQLite names the columns in its message, PostgreSQL the constraint.
function takenIn({ message }: Error) {
  if (/hostname/.test(message)) return 'hostnameOfOther'
  return /proxy/.test(message) ? 'proxyTaken' : 'basenameTaken'
}

async function setDefaults(db: Db, siteId: string, { defaultSiteSection, defaultSiteSpace }: SitePatch): Promise<void> {
  if (defaultSiteSection === undefined && defaultSiteSpace === undefined) return
  const structure = await readStructure(db, siteId)
  const section =
    defaultSiteSection === undefined ? defaultSection(structure) : requirePart(structure.sections, defaultSiteSection)
  if (section) await makeDefaultSection(db, structure, section)
  if (defaultSiteSpace === undefined) return
  const siteSpace = requirePart(structure.siteSpaces, defaultSiteSpace)
  if (siteSpace.section_id !== (section?.id ?? null))
    throw invalid({ path: 'defaultSiteSpace', message: 'must be in the default section' })
  await makeDefaultSiteSpace(db, structure, siteSpace)
}
