import { generateNKeysBetween } from 'fractional-indexing'
import { pageOf } from '../../db/keyset.ts'
import type { Db } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import { implement } from '../../server/operation.ts'
import { placeGroup, toPosition } from '../sites/structure/placing.ts'
import { insertGroup, placeAfter, removeGroup, updateGroup, updateSection } from '../sites/structure/sections.ts'
import { show, showGroup, showingTo, visibleStructure } from '../sites/structure/show.ts'
import { endOf } from '../sites/structure/site-spaces.ts'
import {
  partOf,
  readStructure,
  type Section,
  type Structure,
  sectionsIn,
  siteSpacesIn,
  topOf,
} from '../sites/structure/structure.ts'
import { siteSectionGroupRoutes } from './routes.ts'

export const siteSectionGroups = implement(siteSectionGroupRoutes, {
  async listSiteSectionGroups(context) {
    const { db, site, caller, page } = context
    const showing = showingTo(context, caller.user.id)
    const structure = await visibleStructure(showing, await readStructure(db, site.id))
    const { rows, count, next } = pageOf(structure.groups, ({ position, id }) => [position, id], page)
    const sections = rows.flatMap(({ id }) => sectionsIn(structure, id))
    const some = sections.flatMap(({ id }) => siteSpacesIn(structure, id))
    const shown = await show(showing, structure, some)
    return { items: rows.map(shown.group), count, next }
  },

  async addSectionGroupToSite(context) {
    const { db, site, body } = context
    const structure = await readStructure(db, site.id)
    const sections = (body.sections ?? []).map((id) => partOf(structure.sections, id))
    const position = placeOfFirst(structure, sections)
    const group = await insertGroup(db, site.id, { title: body.title, icon: body.icon ?? null, position })
    await putInto(db, group.id, sections)
    return showGroup(context, group.id)
  },

  async updateSiteSectionGroupById(context) {
    const { db, siteSectionGroup, body } = context
    await updateGroup(db, siteSectionGroup.id, { title: body.title, icon: body.icon })
    return showGroup(context, siteSectionGroup.id)
  },

  async deleteSiteSectionGroupById({ db, site, siteSectionGroup, note }) {
    await removeGroup(db, await readStructure(db, site.id), siteSectionGroup)
    note({ target: { kind: 'site-section-group', id: siteSectionGroup.id } })
  },

  async addSectionToGroup(context) {
    const { db, site, siteSectionGroup, body, note } = context
    const structure = await readStructure(db, site.id)
    const section = partOf(structure.sections, body.sectionId)
    const isNew = section.group_id !== siteSectionGroup.id
    note({ changed: isNew })
    const position = endOf(sectionsIn(structure, siteSectionGroup.id))
    if (isNew) await updateSection(db, section.id, { group_id: siteSectionGroup.id, position })
    return showGroup(context, siteSectionGroup.id)
  },

  async removeSectionFromGroup({ db, site, siteSectionGroup, siteSection, note }) {
    if (siteSection.group_id !== siteSectionGroup.id) throw problem('notFound')
    const position = placeAfter(await readStructure(db, site.id), siteSectionGroup)
    await updateSection(db, siteSection.id, { group_id: null, position })
    note({ target: { kind: 'site-section', id: siteSection.id } })
  },

  async moveSiteSectionGroup(context) {
    const { db, site, siteSectionGroup, body, note } = context
    const position = placeGroup(await readStructure(db, site.id), siteSectionGroup, toPosition(body.position))
    note({ changed: position !== undefined })
    if (position !== undefined) await updateGroup(db, siteSectionGroup.id, { position })
    return showGroup(context, siteSectionGroup.id)
  },
})

/** A group takes the place of the first of its sections that stands outside any; else it comes last. */
function placeOfFirst(structure: Structure, sections: readonly Section[]): string {
  const outside = topOf(structure).find(({ id }) => sections.some((section) => section.id === id))
  return outside?.position ?? endOf(topOf(structure))
}

async function putInto(db: Db, groupId: string, sections: readonly Section[]): Promise<void> {
  const keys = generateNKeysBetween(null, null, sections.length)
  for (const [at, { id }] of sections.entries()) await updateSection(db, id, { group_id: groupId, position: keys[at]! })
}
