import { pageOf } from '../../db/keyset.ts'
import type { Db } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import { demandShareKey } from '../share-links/queries.ts'
import { loadPublishable } from '../sites/first-spaces.ts'
import { checkCondition } from '../sites/structure/conditions.ts'
import { placeSection, toPosition } from '../sites/structure/placing.ts'
import { addSection, gatherRootSpaces, removeSection, updateSection } from '../sites/structure/sections.ts'
import { show, showingTo, showSection, visibleStructure } from '../sites/structure/show.ts'
import { insertSiteSpaces, makeDefaultSiteSpace } from '../sites/structure/site-spaces.ts'
import { partOf, placesOf, readStructure, type Section, siteSpacesIn } from '../sites/structure/structure.ts'
import { siteSectionRoutes } from './routes.ts'

export const siteSections = implement(siteSectionRoutes, {
  async listSiteSections(context) {
    const { db, site, caller, query, page } = context
    const showing = showingTo(context, caller.user.id, await demandShareKey(db, site.id, query.shareKey))
    const structure = await visibleStructure(showing, await readStructure(db, site.id))
    const { rows, count, next } = pageOf(structure.sections, placesOf(structure).section, page)
    const some = rows.flatMap(({ id }) => siteSpacesIn(structure, id))
    const shown = await show(showing, structure, some)
    return { items: rows.map(shown.section), count, next }
  },

  async addSectionToSite(context) {
    const { db, site, organization, caller, body } = context
    const before = await readStructure(db, site.id)
    const space = await loadPublishable(db, caller, organization, body.spaceId)
    if (before.siteSpaces.some(({ space_id }) => space_id === space.id)) throw problem('spaceInSite')
    const structure = await gatherRootSpaces(db, before, site.title)
    const section = await addSection(db, structure, { title: body.title ?? space.title, icon: body.icon ?? null })
    await insertSiteSpaces(db, structure, section.id, [space])
    return showSection(context, section.id)
  },

  async updateSiteSectionById(context) {
    const { db, siteSection, body } = context
    const { title, path, condition, icon, description } = body
    checkCondition(condition)
    if (path !== undefined) await refuseTaken(db, siteSection, path)
    await updateSection(db, siteSection.id, { title, path, condition, icon, description })
    if (body.defaultSiteSpace !== undefined) await setDefault(db, siteSection, body.defaultSiteSpace)
    return showSection(context, siteSection.id)
  },

  async deleteSiteSectionById({ db, site, siteSection, note }) {
    const structure = await readStructure(db, site.id)
    if (site.published === 1 && structure.sections.length === 1) throw problem('lastSiteSpace')
    await removeSection(db, structure, siteSection.id)
    note({ target: { kind: 'site-section', id: siteSection.id } })
  },

  async moveSiteSection(context) {
    const { db, site, siteSection, body, note } = context
    const place = placeSection(await readStructure(db, site.id), siteSection, toPosition(body.position))
    note({ changed: place !== undefined })
    if (place) await updateSection(db, siteSection.id, { group_id: place.groupId, position: place.position })
    return showSection(context, siteSection.id)
  },
})

async function refuseTaken(db: Db, section: Section, path: string): Promise<void> {
  const { sections } = await readStructure(db, section.site_id)
  if (sections.some((other) => other.path === path && other.id !== section.id)) throw problem('pathTaken')
}

async function setDefault(db: Db, section: Section, id: string): Promise<void> {
  const structure = await readStructure(db, section.site_id)
  await makeDefaultSiteSpace(db, structure, partOf(siteSpacesIn(structure, section.id), id))
}
