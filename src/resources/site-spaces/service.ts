import { pageOf } from '../../db/keyset.ts'
import { requireShareKey } from '../../domain/site-addresses/index.ts'
import {
  checkCondition,
  defaultSection,
  insertSiteSpaces,
  moveRootSpacesIntoSection,
  moveSiteSpaceTo,
  orderKeysOf,
  placeSiteSpace,
  presentSiteSpace,
  readStructure,
  removeSiteSpace,
  requirePart,
  siteContextFor,
  sitePresenter,
  siteSpacesIn,
  toPosition,
  updateSiteSpace,
  visibleStructure,
} from '../../domain/site-structure/index.ts'
import { loadPublishable } from '../../domain/sites/index.ts'
import { copySpace } from '../../domain/spaces/index.ts'
import { problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import { siteSpaceRoutes } from './routes.ts'

export const siteSpaces = implement(siteSpaceRoutes, {
  async listSiteSpaces(context) {
    const { db, site, caller, query, page } = context
    const showing = siteContextFor(context, caller.user.id, await requireShareKey(db, site.id, query.shareKey))
    const structure = await visibleStructure(showing, await readStructure(db, site.id))
    const wanted = structure.siteSpaces.filter(
      ({ is_default }) => query.default === undefined || query.default === (is_default === 1),
    )
    const { rows, count, next } = pageOf(wanted, orderKeysOf(structure).siteSpace, page)
    const shown = await sitePresenter(showing, structure, rows)
    return { items: rows.map(shown.siteSpace), count, next }
  },

  async addSpaceToSite(context) {
    const { db, site, organization, caller, body } = context
    const structure = await readStructure(db, site.id)
    const section =
      body.sectionId === undefined ? defaultSection(structure) : requirePart(structure.sections, body.sectionId)
    const space = await loadPublishable(db, caller, organization, body.spaceId)
    if (structure.siteSpaces.some(({ space_id }) => space_id === space.id)) throw problem('spaceInSite')
    const [added] = await insertSiteSpaces(db, structure, section?.id ?? null, [space])
    if (structure.externalLinks.length > 0)
      await moveRootSpacesIntoSection(db, await readStructure(db, site.id), site.title)
    return presentSiteSpace(context, added!.id)
  },

  async updateSiteSpaceById(context) {
    const { db, site, organization, siteSpace, caller, body } = context
    const { siteSpaces, ...rest } = await readStructure(db, site.id)
    const others = siteSpaces.filter(({ id }) => id !== siteSpace.id)
    const siblings = siteSpacesIn({ ...rest, siteSpaces: others }, siteSpace.section_id)
    if (siblings.some(({ path }) => path === body.path)) throw problem('pathTaken')
    if (body.spaceId !== undefined && body.spaceId !== siteSpace.space_id) {
      await loadPublishable(db, caller, organization, body.spaceId)
      if (others.some(({ space_id }) => space_id === body.spaceId)) throw problem('spaceInSite')
    }
    const { path, condition, spaceId } = body
    checkCondition(condition)
    await updateSiteSpace(db, siteSpace.id, { path, condition, space_id: spaceId })
    return presentSiteSpace(context, siteSpace.id)
  },

  async deleteSiteSpaceById({ db, site, siteSpace, report }) {
    await removeSiteSpace(db, await readStructure(db, site.id), siteSpace, site)
    report({ target: { kind: 'site-space', id: siteSpace.id } })
  },

  async duplicateSiteSpace(context) {
    const { db, site, organization, siteSpace, caller } = context
    const space = await loadPublishable(db, caller, organization, siteSpace.space_id)
    const copy = await copySpace(db, caller, space)
    const structure = await readStructure(db, site.id)
    const [added] = await insertSiteSpaces(db, structure, siteSpace.section_id, [copy])
    const { siteSpaces, ...rest } = structure
    const place = placeSiteSpace({ ...rest, siteSpaces: [...siteSpaces, added!] }, added!, {
      after: { type: 'site-space', id: siteSpace.id },
    })
    const { condition, customization } = siteSpace
    await updateSiteSpace(db, added!.id, { position: place!.position, condition, customization })
    return presentSiteSpace(context, added!.id)
  },

  async moveSiteSpace(context) {
    const { db, site, siteSpace, body, report } = context
    const structure = await readStructure(db, site.id)
    const place = placeSiteSpace(structure, siteSpace, toPosition(body.position))
    report({ changed: place !== undefined })
    if (place) await moveSiteSpaceTo(db, structure, siteSpace, place)
    return presentSiteSpace(context, siteSpace.id)
  },
})
