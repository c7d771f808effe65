import { generateNKeysBetween } from 'fractional-indexing'
import { pageOf } from '../../db/keyset.ts'
import type { Db } from '../../db/tables.ts'
import {
  childrenOf,
  insertGroup,
  orderKeyAfter,
  orderKeyAtEnd,
  placeGroup,
  presentGroup,
  readStructure,
  removeGroup,
  requirePart,
  type Section,
  type Structure,
  sectionsIn,
  siteContextFor,
  sitePresenter,
  siteSpacesIn,
  toPosition,
  topLevelOf,
  updateGroup,
  updateSection,
  visibleStructure,
} from '../../domain/site-structure/index.ts'
import { problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import { siteSectionGroupRoutes } from './routes.ts'

export const siteSectionGroups = implement(siteSectionGroupRoutes, {
  async listSiteSectionGroups(context) {
    const { db, site, caller, page } = context
    const showing = siteContextFor(context, caller.user.id)
    const structure = await visibleStructure(showing, await readStructure(db, site.id))
    const { rows, count, next } = pageOf(structure.groups, ({ position, id }) => [position, id], page)
    const sections = rows.flatMap(({ id }) => sectionsIn(structure, id))
    const some = sections.flatMap(({ id }) => siteSpacesIn(structure, id))
    const shown = await sitePresenter(showing, structure, some)
    return { items: rows.map(shown.group), count, next }
  },

  async addSectionGroupToSite(context) {
    const { db, site, body } = context
    const structure = await readStructure(db, site.id)
    const sections = (body.sections ?? []).map((id) => requirePart(structure.sections, id))
    const position = placeOfFirst(structure, sections)
    const group = await insertGroup(db, site.id, { title: body.title, icon: body.icon ?? null, position })
    await putInto(db, group.id, sections)
    return presentGroup(context, group.id)
  },

  async updateSiteSectionGroupById(context) {
    const { db, siteSectionGroup, body } = context
    await updateGroup(db, siteSectionGroup.id, { title: body.title, icon: body.icon })
    return presentGroup(context, siteSectionGroup.id)
  },

  async deleteSiteSectionGroupById({ db, site, siteSectionGroup, report }) {
    await removeGroup(db, await readStructure(db, site.id), siteSectionGroup)
    report({ target: { kind: 'site-section-group', id: siteSectionGroup.id } })
  },

  async addSectionToGroup(context) {
    const { db, site, siteSectionGroup, body, report } = context
    const structure = await readStructure(db, site.id)
    const section = requirePart(structure.sections, body.sectionId)
    const isNew = section.group_id !== siteSectionGroup.id
    report({ changed: isNew })
    const position = orderKeyAtEnd(childrenOf(structure, siteSectionGroup.id))
    if (isNew) await updateSection(db, section.id, { group_id: siteSectionGroup.id, position })
    return presentGroup(context, siteSectionGroup.id)
  },

  async removeSectionFromGroup({ db, site, siteSectionGroup, siteSection, report }) {
    if (siteSection.group_id !== siteSectionGroup.id) throw problem('notFound')
    const position = orderKeyAfter(await readStructure(db, site.id), siteSectionGroup)
    await updateSection(db, siteSection.id, { group_id: null, position })
    report({ target: { kind: 'site-section', id: siteSection.id } })
  },

  async moveSiteSectionGroup(context) {
    const { db, site, siteSectionGroup, body, report } = context
    const position = placeGroup(await readStructure(db, site.id), siteSectionGroup, toPosition(body.position))
    report({ changed: position !== undefined })
    if (position !== undefined) await updateGroup(db, siteSectionGroup.id, { position })
    return presentGroup(context, siteSectionGroup.id)
  },
})

/** The position of the first of these sections that is at the top level, or else the end of the top level. */
function placeOfFirst(structure: Structure, sections: readonly Section[]): string {
  const outside = topLevelOf(structure).find(({ id }) => sections.some((section) => section.id === id))
  return outside?.position ?? orderKeyAtEnd(topLevelOf(structure))
}

async function putInto(db: Db, groupId: string, sections: readonly Section[]): Promise<void> {
  const keys = generateNKeysBetween(null, null, sections.length)
  for (const [at, { id }] of sections.entries()) await updateSection(db, id, { group_id: groupId, position: keys[at]! })
}
