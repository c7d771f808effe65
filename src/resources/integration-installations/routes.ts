import { routes } from '../../server/operation.ts'
import {
  ContentInstallationPatch,
  ExtendedQuery,
  ExternalIdExtendedQuery,
  ExternalIdQuery,
  Installation,
  InstallationPatch,
  NewInstallation,
  NewSiteInstallation,
  NewSpaceInstallation,
  SiteInstallation,
  SpaceInstallation,
  TemporaryToken,
} from '../../shapes/installations.ts'

const INTEGRATION = '/integrations/:integrationName'
const INSTALLATION = `${INTEGRATION}/installations/:installationId` as const

export const installationRoutes = routes('Integration installations', {
  listIntegrationInstallations: {
    get: `${INTEGRATION}/installations`,
    can: 'integration.view',
    query: ExternalIdQuery,
    list: Installation,
    summary:
      'List the installations of an integration: all for the integration itself, those you administer for a user',
  },
  installIntegration: {
    post: `${INTEGRATION}/installations`,
    can: 'integration.view',
    body: NewInstallation,
    reply: Installation,
    status: 201,
    event: 'installation.created',
    summary: 'Install an integration in an organization',
  },
  getIntegrationInstallationById: {
    get: INSTALLATION,
    can: 'installation.view',
    reply: Installation,
    summary: 'Get an installation',
  },
  updateIntegrationInstallation: {
    patch: INSTALLATION,
    can: 'installation.edit',
    body: InstallationPatch,
    reply: Installation,
    event: 'installation.updated',
    summary: 'Update the configuration of an installation, and the spaces and sites it covers',
  },
  uninstallIntegration: {
    delete: INSTALLATION,
    can: 'installation.delete',
    event: 'installation.deleted',
    summary: 'Uninstall an integration from an organization and all its spaces and sites',
  },
  createIntegrationInstallationToken: {
    post: `${INSTALLATION}/tokens`,
    can: 'integration.act',
    reply: TemporaryToken,
    event: 'installation.token.created',
    summary: 'Create a token for an installation, as the integration; it is valid for a day',
  },
})

export const spaceInstallationRoutes = routes('Integrations on spaces', {
  listIntegrationSpaceInstallations: {
    get: `${INTEGRATION}/spaces`,
    can: 'integration.view',
    query: ExternalIdExtendedQuery,
    list: SpaceInstallation,
    summary: 'List the spaces an integration is installed on, across all installations you can see',
  },
  listIntegrationInstallationSpaces: {
    get: `${INSTALLATION}/spaces`,
    can: 'installation.view',
    query: ExtendedQuery,
    list: SpaceInstallation,
    summary: 'List the spaces of an installation',
  },
  installIntegrationOnSpace: {
    post: `${INSTALLATION}/spaces`,
    can: 'installation.extend',
    query: ExtendedQuery,
    body: NewSpaceInstallation,
    reply: SpaceInstallation,
    status: 201,
    event: 'installation.space.created',
    summary: 'Install an integration on a space',
  },
  getIntegrationSpaceInstallation: {
    get: `${INSTALLATION}/spaces/:spaceId`,
    can: 'spaceInstallation.view',
    query: ExtendedQuery,
    reply: SpaceInstallation,
    summary: 'Get the installation of an integration on a space',
  },
  updateIntegrationSpaceInstallation: {
    patch: `${INSTALLATION}/spaces/:spaceId`,
    can: 'spaceInstallation.edit',
    query: ExtendedQuery,
    body: ContentInstallationPatch,
    reply: SpaceInstallation,
    event: 'installation.space.updated',
    summary: 'Update the configuration of an integration on a space',
  },
  uninstallIntegrationFromSpace: {
    delete: `${INSTALLATION}/spaces/:spaceId`,
    can: 'spaceInstallation.delete',
    event: 'installation.space.deleted',
    summary: 'Uninstall an integration from a space',
  },
})

export const siteInstallationRoutes = routes('Integrations on sites', {
  listIntegrationSiteInstallations: {
    get: `${INTEGRATION}/sites`,
    can: 'integration.view',
    query: ExternalIdExtendedQuery,
    list: SiteInstallation,
    summary: 'List the sites an integration is installed on, across all installations you can see',
  },
  listIntegrationInstallationSites: {
    get: `${INSTALLATION}/sites`,
    can: 'installation.view',
    query: ExtendedQuery,
    list: SiteInstallation,
    summary: 'List the sites of an installation',
  },
  installIntegrationOnSite: {
    post: `${INSTALLATION}/sites`,
    can: 'installation.extend',
    query: ExtendedQuery,
    body: NewSiteInstallation,
    reply: SiteInstallation,
    status: 201,
    event: 'installation.site.created',
    summary: 'Install an integration on a site',
  },
  getIntegrationSiteInstallation: {
    get: `${INSTALLATION}/sites/:siteId`,
    can: 'siteInstallation.view',
    query: ExtendedQuery,
    reply: SiteInstallation,
    summary: 'Get the installation of an integration on a site',
  },
  updateIntegrationSiteInstallation: {
    patch: `${INSTALLATION}/sites/:siteId`,
    can: 'siteInstallation.edit',
    query: ExtendedQuery,
    body: ContentInstallationPatch,
    reply: SiteInstallation,
    event: 'installation.site.updated',
    summary: 'Update the configuration of an integration on a site',
  },
  uninstallIntegrationFromSite: {
    delete: `${INSTALLATION}/sites/:siteId`,
    can: 'siteInstallation.delete',
    event: 'installation.site.deleted',
    summary: 'Uninstall an integration from a site',
  },
})
