import { routes } from '../../server/operation.ts'
import { GroupMove, GroupPatch, NewGroup, NewGroupSection, SiteSectionGroup } from '../../shapes/site-structure.ts'

const GROUPS = '/orgs/:organizationId/sites/:siteId/section-groups'

export const siteSectionGroupRoutes = routes('Site section groups', {
  listSiteSectionGroups: {
    get: GROUPS,
    can: 'site.view',
    list: SiteSectionGroup,
    summary: 'List the section groups of a site, in order',
  },
  addSectionGroupToSite: {
    post: GROUPS,
    can: 'site.admin',
    body: NewGroup,
    reply: SiteSectionGroup,
    status: 201,
    event: 'site.structure.updated',
    summary: 'Add a section group, at the position of its first section',
  },
  updateSiteSectionGroupById: {
    patch: `${GROUPS}/:siteSectionGroupId`,
    can: 'site.admin',
    body: GroupPatch,
    reply: SiteSectionGroup,
    event: 'site.structure.updated',
    summary: 'Update a section group',
  },
  deleteSiteSectionGroupById: {
    delete: `${GROUPS}/:siteSectionGroupId`,
    can: 'site.admin',
    status: 205,
    event: 'site.structure.updated',
    summary: 'Delete a section group; its sections and links take its position',
  },
  addSectionToGroup: {
    post: `${GROUPS}/:siteSectionGroupId/sections`,
    can: 'site.admin',
    body: NewGroupSection,
    reply: SiteSectionGroup,
    status: 201,
    event: 'site.structure.updated',
    summary: 'Move a section to the end of a section group',
  },
  removeSectionFromGroup: {
    delete: `${GROUPS}/:siteSectionGroupId/sections/:siteSectionId`,
    can: 'site.admin',
    status: 205,
    event: 'site.structure.updated',
    summary: 'Remove a section from a section group; it moves directly after the group',
  },
  moveSiteSectionGroup: {
    post: `${GROUPS}/:siteSectionGroupId/move`,
    can: 'site.admin',
    body: GroupMove,
    reply: SiteSectionGroup,
    event: 'site.structure.updated',
    summary: 'Move a section group before or after another top-level group, section or link',
  },
})
