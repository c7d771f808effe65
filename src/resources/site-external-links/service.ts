import {
  checkCondition,
  childrenOf,
  insertExternalLink,
  moveRootSpacesIntoSection,
  orderKeyAtEnd,
  presentExternalLink,
  readStructure,
  removeExternalLink,
  type Structure,
  topLevelOf,
  updateExternalLink,
} from '../../domain/site-structure/index.ts'
import { invalid } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import { siteExternalLinkRoutes } from './routes.ts'

export const siteExternalLinks = implement(siteExternalLinkRoutes, {
  async addExternalLinkToSite(context) {
    const { db, site, body } = context
    checkCondition(body.condition)
    // External links are siblings of sections, so the site must have sections.
    const structure = await moveRootSpacesIntoSection(db, await readStructure(db, site.id), site.title)
    const { title, description = null, icon = null, url, draft = false, condition = null } = body
    const link = await insertExternalLink(db, {
      site_id: site.id,
      title,
      description,
      icon,
      url,
      condition,
      draft: draft ? 1 : 0,
      ...placeIn(structure, body.parent ?? null),
    })
    return presentExternalLink(context, link.id)
  },

  async updateSiteExternalLinkById(context) {
    const { db, site, siteExternalLink, body } = context
    const { title, description, icon, url, draft, condition, parent } = body
    checkCondition(condition)
    const isMoved = parent !== undefined && parent !== siteExternalLink.group_id
    await updateExternalLink(db, siteExternalLink.id, {
      title,
      description,
      icon,
      url,
      condition,
      draft: draft === undefined ? undefined : draft ? 1 : 0,
      ...(isMoved && placeIn(await readStructure(db, site.id), parent)),
    })
    return presentExternalLink(context, siteExternalLink.id)
  },

  async deleteSiteExternalLinkById({ db, siteExternalLink, report }) {
    await removeExternalLink(db, siteExternalLink.id)
    report({ target: { kind: 'site-external-link', id: siteExternalLink.id } })
  },
})

/** The end of a group; for null, the end of the top level. */
function placeIn(structure: Structure, groupId: string | null) {
  if (groupId !== null && !structure.groups.some(({ id }) => id === groupId))
    throw invalid({ path: 'parent', message: 'must be the id of a section group of this site' })
  const siblings = groupId === null ? topLevelOf(structure) : childrenOf(structure, groupId)
  return { group_id: groupId, position: orderKeyAtEnd(siblings) }
}
