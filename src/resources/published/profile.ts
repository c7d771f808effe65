// All that a renderer needs to draw a site, in one answer and a fixed number of queries.
import Type, { type Static } from 'typebox'
import { isVisitor, type Reader } from '../../access/caller.ts'
import type { Db } from '../../db/tables.ts'
import { isMet } from '../../expressions/index.ts'
import { implement, routes } from '../../server/operation.ts'
import { named, Uri } from '../../server/schemas.ts'
import { withFonts } from '../customization/fonts-in-use.ts'
import { Customization } from '../customization/schemas.ts'
import { settingsOf } from '../customization/settings.ts'
import { ShareKeyQuery } from '../share-links/schemas.ts'
import { toSite } from '../sites/queries.ts'
import { Site } from '../sites/schemas.ts'
import { SiteStructure } from '../sites/structure/schemas.ts'
import { show } from '../sites/structure/show.ts'
import { groundOf } from './ground.ts'

const Script = named(
  'SiteIntegrationScript',
  Type.Object({ script: Uri, contentSecurityPolicy: Type.Optional(Type.String()), cookies: Type.Boolean() }),
)

const PublishedContentSite = named(
  'PublishedContentSite',
  Type.Object({
    object: Type.Literal('published-content-site'),
    site: Site,
    structure: SiteStructure,
    customizations: Type.Object({
      site: Customization,
      siteSpaces: Type.Unsafe<Record<string, Customization>>({ type: 'object', additionalProperties: Customization }),
    }),
    scripts: Type.Array(Script),
  }),
)

const profileRoutes = routes('Published sites', {
  getPublishedContentSite: {
    get: '/orgs/:organizationId/sites/:siteId/published',
    can: 'site.view',
    visitors: true,
    query: ShareKeyQuery,
    reply: PublishedContentSite,
    summary: 'Get all that a renderer needs to draw a site',
  },
})

export const profile = implement(profileRoutes, {
  async getPublishedContentSite(context) {
    const { db, caller, site, organization, urls } = context
    const { structure, showing } = await groundOf(context)
    const { siteSpaces } = structure
    const settings = [undefined, ...siteSpaces].map((siteSpace) => forReader(settingsOf(site, siteSpace), caller))
    const [ofSite, ...ofSiteSpaces] = await withFonts(context, organization.id, settings)
    return {
      object: 'published-content-site' as const,
      site: toSite(site, organization, urls, showing.shareKey),
      structure: (await show(showing, structure)).structure(),
      customizations: {
        site: ofSite!,
        siteSpaces: Object.fromEntries(siteSpaces.map(({ id }, at) => [id, ofSiteSpaces[at]!])),
      },
      scripts: await listScripts(db, site.id),
    }
  },
})

/** Links in the header can have conditions too. */
function forReader(settings: Customization, caller: Reader): Customization {
  if (!isVisitor(caller)) return settings
  const scope = { visitor: { claims: caller.claims } }
  const links = settings.header.links.filter(({ condition }) => isMet(condition, scope))
  return { ...settings, header: { ...settings.header, links } }
}

/** The scripts that integrations put into the pages of a site. None: nothing can be installed on a site yet. */
const listScripts = async (_db: Db, _siteId: string): Promise<Static<typeof Script>[]> => []
