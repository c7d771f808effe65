import { pageOf } from '../../db/keyset.ts'
import type { Db } from '../../db/tables.ts'
import { requireShareKey } from '../../domain/site-addresses/index.ts'
import {
  addSection,
  checkCondition,
  insertSiteSpaces,
  makeDefaultSiteSpace,
  moveRootSpacesIntoSection,
  orderKeysOf,
  placeChild,
  presentSection,
  readStructure,
  removeSection,
  requirePart,
  type Section,
  siteContextFor,
  sitePresenter,
  siteSpacesIn,
  toPosition,
  updateSection,
  visibleStructure,
} from '../../domain/site-structure/index.ts'
import { loadPublishable } from '../../domain/sites/index.ts'
import { problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import { siteSectionRoutes } from './routes.ts'

export const siteSections = implement(siteSectionRoutes, {
  async listSiteSections(context) {
    const { db, site, caller, query, page } = context
    const showing = siteContextFor(context, caller.user.id, await requireShareKey(db, site.id, query.shareKey))
    const structure = await visibleStructure(showing, await readStructure(db, site.id))
    const { rows, count, next } = pageOf(structure.sections, orderKeysOf(structure).section, page)
    const some = rows.flatMap(({ id }) => siteSpacesIn(structure, id))
    const shown = await sitePresenter(showing, structure, some)
    return { items: rows.map(shown.section), count, next }
  },

  async addSectionToSite(context) {
    const { db, site, organization, caller, body } = context
    const before = await readStructure(db, site.id)
    const space = await loadPublishable(db, caller, organization, body.spaceId)
    if (before.siteSpaces.some(({ space_id }) => space_id === space.id)) throw problem('spaceInSite')
    const structure = await moveRootSpacesIntoSection(db, before, site.title)
    const section = await addSection(db, structure, { title: body.title ?? space.title, icon: body.icon ?? null })
    await insertSiteSpaces(db, structure, section.id, [space])
    return presentSection(context, section.id)
  },

  async updateSiteSectionById(context) {
    const { db, siteSection, body } = context
    const { title, path, condition, icon, description } = body
    checkCondition(condition)
    if (path !== undefined) await refuseTaken(db, siteSection, path)
    await updateSection(db, siteSection.id, { title, path, condition, icon, description })
    if (body.defaultSiteSpace !== undefined) await setDefault(db, siteSection, body.defaultSiteSpace)
    return presentSection(context, siteSection.id)
  },

  async deleteSiteSectionById({ db, site, siteSection, report }) {
    const structure = await readStructure(db, site.id)
    if (site.published === 1 && structure.sections.length === 1) throw problem('lastSiteSpace')
    await removeSection(db, structure, siteSection.id)
    report({ target: { kind: 'site-section', id: siteSection.id } })
  },

  async moveSiteSection(context) {
    const { db, site, siteSection, body, report } = context
    const place = placeChild(await readStructure(db, site.id), siteSection, toPosition(body.position))
    report({ changed: place !== undefined })
    if (place) await updateSection(db, siteSection.id, place)
    return presentSection(context, siteSection.id)
  },
})

async function refuseTaken(db: Db, section: Section, path: string): Promise<void> {
  const { sections } = await readStructure(db, section.site_id)
  if (sections.some((other) => other.path === path && other.id !== section.id)) throw problem('pathTaken')
}

async function setDefault(db: Db, section: Section, id: string): Promise<void> {
  const structure = await readStructure(db, section.site_id)
  await makeDefaultSiteSpace(db, structure, requirePart(siteSpacesIn(structure, section.id), id))
}
