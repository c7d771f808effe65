import { routes } from '../../server/operation.ts'
import { GroupMove, GroupPatch, NewGroup, SectionOfGroup, SiteSectionGroup } from '../sites/structure/schemas.ts'

const GROUPS = '/orgs/:organizationId/sites/:siteId/section-groups'

export const siteSectionGroupRoutes = routes('Site section groups', {
  listSiteSectionGroups: {
    get: GROUPS,
    can: 'site.view',
    list: SiteSectionGroup,
    summary: 'List the groups of sections of a site, in its order',
  },
  addSectionGroupToSite: {
    post: GROUPS,
    can: 'site.admin',
    body: NewGroup,
    reply: SiteSectionGroup,
    status: 201,
    event: 'site.structure.updated',
    summary: 'Add a group of sections; it stands where the first of them stood',
  },
  updateSiteSectionGroupById: {
    patch: `${GROUPS}/:siteSectionGroupId`,
    can: 'site.admin',
    body: GroupPatch,
    reply: SiteSectionGroup,
    event: 'site.structure.updated',
    summary: 'Update a group of sections',
  },
  deleteSiteSectionGroupById: {
    delete: `${GROUPS}/:siteSectionGroupId`,
    can: 'site.admin',
    status: 205,
    event: 'site.structure.updated',
    summary: 'Delete a group; its sections stay, at its place',
  },
  addSectionToGroup: {
    post: `${GROUPS}/:siteSectionGroupId/sections`,
    can: 'site.admin',
    body: SectionOfGroup,
    reply: SiteSectionGroup,
    status: 201,
    event: 'site.structure.updated',
    summary: 'Put a section at the end of a group',
  },
  removeSectionFromGroup: {
    delete: `${GROUPS}/:siteSectionGroupId/sections/:siteSectionId`,
    can: 'site.admin',
    status: 205,
    event: 'site.structure.updated',
    summary: 'Take a section out of a group; it stands directly after it then',
  },
  moveSiteSectionGroup: {
    post: `${GROUPS}/:siteSectionGroupId/move`,
    can: 'site.admin',
    body: GroupMove,
    reply: SiteSectionGroup,
    event: 'site.structure.updated',
    summary: 'Move a group beside another, or beside a section outside any',
  },
})
