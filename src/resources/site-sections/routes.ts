import { routes } from '../../server/operation.ts'
import { ShareKeyQuery } from '../../shapes/share-links.ts'
import { NewSection, SectionMove, SectionPatch, SiteSection } from '../../shapes/site-structure.ts'

const SECTIONS = '/orgs/:organizationId/sites/:siteId/sections'

export const siteSectionRoutes = routes('Site sections', {
  listSiteSections: {
    get: SECTIONS,
    can: 'site.view',
    query: ShareKeyQuery,
    list: SiteSection,
    summary: 'List the sections of a site, in order',
  },
  addSectionToSite: {
    post: SECTIONS,
    can: 'site.admin',
    body: NewSection,
    reply: SiteSection,
    status: 201,
    event: 'site.structure.updated',
    summary: 'Add a section with its first space; spaces outside sections become a section too',
  },
  updateSiteSectionById: {
    patch: `${SECTIONS}/:siteSectionId`,
    can: 'site.admin',
    body: SectionPatch,
    reply: SiteSection,
    event: 'site.structure.updated',
    summary: 'Update a section',
  },
  deleteSiteSectionById: {
    delete: `${SECTIONS}/:siteSectionId`,
    can: 'site.admin',
    event: 'site.structure.updated',
    summary: 'Delete a section with its site spaces; the spaces themselves stay',
  },
  moveSiteSection: {
    post: `${SECTIONS}/:siteSectionId/move`,
    can: 'site.admin',
    body: SectionMove,
    reply: SiteSection,
    event: 'site.structure.updated',
    summary: 'Move a section before or after another, into its group if it has one',
  },
})
