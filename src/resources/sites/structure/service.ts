import { implement } from '../../../server/operation.ts'
import { demandShareKey } from '../../share-links/queries.ts'
import { placeGroup, placeSection, placeSiteSpace } from './placing.ts'
import { siteStructureRoutes } from './routes.ts'
import { updateGroup, updateSection } from './sections.ts'
import { show, showGroup, showingTo, showSection, showSiteSpace, visibleStructure } from './show.ts'
import { moveSiteSpaceTo } from './site-spaces.ts'
import { partOf, readStructure } from './structure.ts'

export const siteStructure = implement(siteStructureRoutes, {
  async getSiteStructure(context) {
    const { db, site, caller, query } = context
    const showing = showingTo(context, caller.user.id, await demandShareKey(db, site.id, query.shareKey))
    const structure = await visibleStructure(showing, await readStructure(db, site.id))
    return (await show(showing, structure)).structure()
  },

  async sortSiteStructure(context) {
    const { db, site, body, note } = context
    const { item, position } = body
    const structure = await readStructure(db, site.id)
    if (item.type === 'site-space') {
      const siteSpace = partOf(structure.siteSpaces, item.id)
      const place = placeSiteSpace(structure, siteSpace, position)
      note({ changed: place !== undefined })
      if (place) await moveSiteSpaceTo(db, structure, siteSpace, place)
      return showSiteSpace(context, item.id)
    }
    if (item.type === 'site-section') {
      const place = placeSection(structure, partOf(structure.sections, item.id), position)
      note({ changed: place !== undefined })
      if (place) await updateSection(db, item.id, { group_id: place.groupId, position: place.position })
      return showSection(context, item.id)
    }
    const place = placeGroup(structure, partOf(structure.groups, item.id), position)
    note({ changed: place !== undefined })
    if (place !== undefined) await updateGroup(db, item.id, { position: place })
    return showGroup(context, item.id)
  },
})
