import { requireShareKey } from '../../../domain/site-addresses/index.ts'
import {
  moveSiteSpaceTo,
  placeChild,
  placeGroup,
  placeSiteSpace,
  presentExternalLink,
  presentGroup,
  presentSection,
  presentSiteSpace,
  readStructure,
  requirePart,
  siteContextFor,
  sitePresenter,
  updateExternalLink,
  updateGroup,
  updateSection,
  visibleStructure,
} from '../../../domain/site-structure/index.ts'
import { implement } from '../../../server/operation.ts'
import { siteStructureRoutes } from './routes.ts'

export const siteStructure = implement(siteStructureRoutes, {
  async getSiteStructure(context) {
    const { db, site, caller, query } = context
    const showing = siteContextFor(context, caller.user.id, await requireShareKey(db, site.id, query.shareKey))
    const structure = await visibleStructure(showing, await readStructure(db, site.id))
    return (await sitePresenter(showing, structure)).structure()
  },

  async sortSiteStructure(context) {
    const { db, site, body, report } = context
    const { item, position } = body
    const structure = await readStructure(db, site.id)
    if (item.type === 'site-space') {
      const siteSpace = requirePart(structure.siteSpaces, item.id)
      const place = placeSiteSpace(structure, siteSpace, position)
      report({ changed: place !== undefined })
      if (place) await moveSiteSpaceTo(db, structure, siteSpace, place)
      return presentSiteSpace(context, item.id)
    }
    if (item.type === 'site-section') {
      const place = placeChild(structure, requirePart(structure.sections, item.id), position)
      report({ changed: place !== undefined })
      if (place) await updateSection(db, item.id, place)
      return presentSection(context, item.id)
    }
    if (item.type === 'site-external-link') {
      const place = placeChild(structure, requirePart(structure.externalLinks, item.id), position)
      report({ changed: place !== undefined })
      if (place) await updateExternalLink(db, item.id, place)
      return presentExternalLink(context, item.id)
    }
    const place = placeGroup(structure, requirePart(structure.groups, item.id), position)
    report({ changed: place !== undefined })
    if (place !== undefined) await updateGroup(db, item.id, { position: place })
    return presentGroup(context, item.id)
  },
})
