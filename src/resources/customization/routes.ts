import { routes } from '../../server/operation.ts'
import {
  Customization,
  CustomizationInput,
  CustomizationOverrides,
  SiteSpaceCustomization,
} from '../../shapes/customization.ts'

const SITE = '/orgs/:organizationId/sites/:siteId/customization'
const SITE_SPACE = '/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/customization'

export const customizationRoutes = routes('Customization', {
  getSiteCustomizationById: {
    get: SITE,
    can: 'site.view',
    reply: Customization,
    summary: 'Get the customization of a site, with all settings',
  },
  getSiteCustomizationChoices: {
    get: `${SITE}/choices`,
    can: 'site.view',
    reply: CustomizationInput,
    summary: 'Get the settings that somebody chose for a site; all others are defaults',
  },
  updateSiteCustomizationById: {
    put: SITE,
    can: 'site.admin',
    body: CustomizationInput,
    reply: Customization,
    event: 'site.customization.updated',
    summary: 'Set the customization of a site; omitted settings get their defaults',
  },
  getSiteSpaceCustomizationById: {
    get: SITE_SPACE,
    can: 'site.view',
    reply: SiteSpaceCustomization,
    summary: 'Get the customization of a site space, with all settings',
  },
  getSiteSpaceCustomizationChoices: {
    get: `${SITE_SPACE}/choices`,
    can: 'site.view',
    reply: CustomizationInput,
    summary: 'Get the settings that a site space overrides; all others are those of the site',
  },
  overrideSiteSpaceCustomizationById: {
    patch: SITE_SPACE,
    can: 'site.admin',
    body: CustomizationOverrides,
    reply: SiteSpaceCustomization,
    event: 'site.customization.updated',
    summary: 'Override customization settings of a site for a site space; null removes an override',
  },
  deleteSiteSpaceCustomizationById: {
    delete: SITE_SPACE,
    can: 'site.admin',
    event: 'site.customization.updated',
    summary: 'Remove all customization overrides of a site space',
  },
})
