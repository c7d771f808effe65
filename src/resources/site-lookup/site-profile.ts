// Everything a renderer needs to render a site, in one reply and a fixed number of queries.
import Type from 'typebox'
import { type AnyCaller, isVisitor } from '../../access/caller.ts'
import { settingsOf, withFontDefinitions } from '../../domain/customization/index.ts'
import { listScripts } from '../../domain/dispatch/index.ts'
import { type Structure, sitePresenter, withoutEmptyGroups } from '../../domain/site-structure/index.ts'
import { toSite } from '../../domain/sites/index.ts'
import { loadVisibleSite } from '../../domain/visits/index.ts'
import { isMet } from '../../expressions/index.ts'
import { implement, routes } from '../../server/operation.ts'
import { named, oneOf } from '../../server/schemas.ts'
import { Customization } from '../../shapes/customization.ts'
import { Script } from '../../shapes/integration-activity.ts'
import { ShareKeyQuery } from '../../shapes/share-links.ts'
import { SiteStructure } from '../../shapes/site-structure.ts'
import { Site } from '../../shapes/sites.ts'

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

const ProfileQuery = Type.Object({
  ...ShareKeyQuery.properties,
  schema: Type.Optional({
    ...oneOf('current', 'next'),
    description:
      'The parts of the structure. `current`, the default: sections and groups, the only parts that public renderers ' +
      'support. `next`: external links too.',
  }),
})

const siteProfileRoutes = routes('Published sites', {
  getPublishedContentSite: {
    get: '/orgs/:organizationId/sites/:siteId/published',
    can: 'site.view',
    visitors: true,
    query: ProfileQuery,
    reply: PublishedContentSite,
    summary: 'Get everything a renderer needs to render a site',
  },
})

export const siteProfile = implement(siteProfileRoutes, {
  async getPublishedContentSite(context) {
    const { db, caller, site, organization, urls, query } = context
    const { structure: seen, siteContext } = await loadVisibleSite(context)
    const structure = query.schema === 'next' ? seen : withoutLinks(seen)
    const { siteSpaces } = structure
    const settings = [undefined, ...siteSpaces].map((siteSpace) => forReader(settingsOf(site, siteSpace), caller))
    const [ofSite, ...ofSiteSpaces] = await withFontDefinitions(context, organization.id, settings)
    return {
      object: 'published-content-site' as const,
      site: toSite(site, organization, urls, siteContext.shareKey),
      structure: (await sitePresenter(siteContext, structure)).structure(),
      customizations: {
        site: ofSite!,
        siteSpaces: Object.fromEntries(siteSpaces.map(({ id }, at) => [id, ofSiteSpaces[at]!])),
      },
      scripts: await listScripts(db, urls, 'site', site.id),
    }
  },
})

/** Public renderers fail on every page of a site whose structure has a part they do not support. */
const withoutLinks = (structure: Structure): Structure => withoutEmptyGroups({ ...structure, externalLinks: [] })

/** For visitors, leaves out header links whose condition does not hold. */
function forReader(settings: Customization, caller: AnyCaller): Customization {
  if (!isVisitor(caller)) return settings
  const scope = { visitor: { claims: caller.claims } }
  const links = settings.header.links
    .filter(({ condition }) => isMet(condition, scope))
    .map(({ condition: _condition, ...link }) => link)
  return { ...settings, header: { ...settings.header, links } }
}
