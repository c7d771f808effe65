import { routes } from '../../server/operation.ts'
import { Customization, CustomizationInput, CustomizationOverrides, SiteSpaceCustomization } from './schemas.ts'

const SITE = '/orgs/:organizationId/sites/:siteId/customization'
const SITE_SPACE = '/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/customization'

export const customizationRoutes = routes('Customization', {
  getSiteCustomizationById: {
    get: SITE,
    can: 'site.view',
    reply: Customization,
    summary: 'Get how a site looks, with every setting',
  },
  updateSiteCustomizationById: {
    put: SITE,
    can: 'site.admin',
    body: CustomizationInput,
    reply: Customization,
    event: 'site.customization.updated',
    summary: 'Set how a site looks; settings that are left out have their default',
  },
  getSiteSpaceCustomizationById: {
    get: SITE_SPACE,
    can: 'site.view',
    reply: SiteSpaceCustomization,
    summary: 'Get how a site space looks, with every setting',
  },
  overrideSiteSpaceCustomizationById: {
    patch: SITE_SPACE,
    can: 'site.admin',
    body: CustomizationOverrides,
    reply: SiteSpaceCustomization,
    event: 'site.customization.updated',
    summary: 'Set in what a site space looks different from its site; null takes a difference away',
  },
  deleteSiteSpaceCustomizationById: {
    delete: SITE_SPACE,
    can: 'site.admin',
    event: 'site.customization.updated',
    summary: 'Let a site space look like its site again',
  },
})
