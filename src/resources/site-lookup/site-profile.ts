import { type AnyCaller, isVisitor } from '../../access/caller.ts'
import { settingsOf, withFontDefinitions } from '../../domain/customization/index.ts'
import { listScripts } from '../../domain/dispatch/index.ts'
import { type Structure, sitePresenter, withoutEmptyGroups } from '../../domain/site-structure/index.ts'
import { toSite } from '../../domain/sites/index.ts'
import { loadVisibleSite } from '../../domain/visits/index.ts'
import { isMet } from '../../expressions/index.ts'
import { implement } from '../../server/operation.ts'
import type { Customization } from '../../shapes/customization.ts'
import { siteProfileRoutes } from './routes.ts'

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
