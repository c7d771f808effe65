// The API: all its resources. The routes are known from the start; what an operation does is loaded when it is first called.
import { type Resource, resource } from '../server/operation.ts'
import { accountRoutes } from './account/routes.ts'
import { activeIntegrationRoutes } from './active-integrations/routes.ts'
import { adaptiveRoutes } from './adaptive/routes.ts'
import { auditEventRoutes } from './audit-events/routes.ts'
import { binRoutes } from './bin/routes.ts'
import { reviewRoutes } from './change-requests/review-routes.ts'
import { changeRequestRoutes } from './change-requests/routes.ts'
import { collectionRoutes } from './collections/routes.ts'
import { changeRequestCommentRoutes, commentFileRoutes, spaceCommentRoutes } from './comments/routes.ts'
import { changeRequestContentRoutes, revisionRoutes, spaceContentRoutes } from './content/routes.ts'
import { customizationRoutes } from './customization/routes.ts'
import { embedRoutes } from './embeds/routes.ts'
import { favoriteRoutes } from './favorites/routes.ts'
import { changeRequestFileRoutes, fileRoutes, revisionFileRoutes, storageRoutes } from './files/routes.ts'
import { fontRoutes } from './fonts/routes.ts'
import { gitRoutes } from './git/routes.ts'
import { glossaryRoutes } from './glossary/routes.ts'
import { hostnameRoutes } from './hostnames/routes.ts'
import { importRunRoutes } from './import-runs/routes.ts'
import { informationRoutes } from './information/routes.ts'
import { insightsRoutes } from './insights/routes.ts'
import { integrationActivityRoutes } from './integration-activity/routes.ts'
import {
  installationRoutes,
  siteInstallationRoutes,
  spaceInstallationRoutes,
} from './integration-installations/routes.ts'
import { integrationRoutes } from './integrations/routes.ts'
import { inviteRoutes } from './invites/routes.ts'
import { changeRequestLinkRoutes, linkRoutes, specLinkRoutes } from './links/routes.ts'
import { liveRoutes } from './live/routes.ts'
import { memberRoutes } from './members/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { oidcRoutes } from './oidc/routes.ts'
import { openAPISpecRoutes } from './openapi-specs/routes.ts'
import { organizationTokenRoutes } from './organization-tokens/routes.ts'
import { organizationRoutes } from './organizations/routes.ts'
import { pdfRoutes } from './pdf/routes.ts'
import { collectionPermissionRoutes, spacePermissionRoutes } from './permissions/routes.ts'
import { redirectRoutes } from './redirects/routes.ts'
import { samlRoutes } from './saml/routes.ts'
import { scimTokenRoutes } from './scim-tokens/routes.ts'
import { searchRoutes, siteSearchRoutes } from './search/routes.ts'
import { serverRoutes } from './server/routes.ts'
import { serverBackupRoutes } from './server-backups/routes.ts'
import { serverJobRoutes } from './server-jobs/routes.ts'
import { operatorRoutes } from './server-operator/routes.ts'
import { serverUnusedRoutes } from './server-unused/routes.ts'
import { shareLinkRoutes } from './share-links/routes.ts'
import { siteExportRoutes } from './site-exports/routes.ts'
import { siteExternalLinkRoutes } from './site-external-links/routes.ts'
import { contentUrlRoutes, siteLookupRoutes, siteProfileRoutes } from './site-lookup/routes.ts'
import { sitePermissionRoutes } from './site-permissions/routes.ts'
import { sitePreviewRoutes } from './site-previews/routes.ts'
import { siteSectionGroupRoutes } from './site-section-groups/routes.ts'
import { siteSectionRoutes } from './site-sections/routes.ts'
import { siteSpaceRoutes } from './site-spaces/routes.ts'
import { siteRoutes } from './sites/routes.ts'
import { siteStructureRoutes } from './sites/structure/routes.ts'
import { spaceRoutes } from './spaces/routes.ts'
import { teamRoutes } from './teams/routes.ts'
import { translationRoutes } from './translations/routes.ts'
import { userRoutes } from './users/routes.ts'
import { visitorAuthRoutes } from './visitor-auth/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'

export const resources: readonly Resource[] = [
  resource(informationRoutes, async () => (await import('./information/index.ts')).information),
  resource(userRoutes, async () => (await import('./users/index.ts')).users),
  resource(notificationRoutes, async () => (await import('./notifications/index.ts')).notifications),
  resource(liveRoutes, async () => (await import('./live/index.ts')).live),
  resource(favoriteRoutes, async () => (await import('./favorites/index.ts')).favorites),
  resource(accountRoutes, async () => (await import('./account/index.ts')).account),
  resource(organizationRoutes, async () => (await import('./organizations/index.ts')).organizations),
  resource(memberRoutes, async () => (await import('./members/index.ts')).members),
  resource(teamRoutes, async () => (await import('./teams/index.ts')).teams),
  resource(inviteRoutes, async () => (await import('./invites/index.ts')).invites),
  resource(collectionRoutes, async () => (await import('./collections/index.ts')).collections),
  resource(spaceRoutes, async () => (await import('./spaces/index.ts')).spaces),
  resource(spacePermissionRoutes, async () => (await import('./permissions/index.ts')).spacePermissions),
  resource(collectionPermissionRoutes, async () => (await import('./permissions/index.ts')).collectionPermissions),
  resource(spaceContentRoutes, async () => (await import('./content/index.ts')).spaceContent),
  resource(binRoutes, async () => (await import('./bin/index.ts')).bin),
  resource(changeRequestContentRoutes, async () => (await import('./content/index.ts')).changeRequestContent),
  resource(revisionRoutes, async () => (await import('./content/index.ts')).revisions),
  resource(changeRequestRoutes, async () => (await import('./change-requests/index.ts')).changeRequests),
  resource(reviewRoutes, async () => (await import('./change-requests/index.ts')).changeRequestReviews),
  resource(fileRoutes, async () => (await import('./files/index.ts')).files),
  resource(changeRequestFileRoutes, async () => (await import('./files/index.ts')).changeRequestFiles),
  resource(revisionFileRoutes, async () => (await import('./files/index.ts')).revisionFiles),
  resource(storageRoutes, async () => (await import('./files/index.ts')).storage),
  resource(linkRoutes, async () => (await import('./links/index.ts')).links),
  resource(specLinkRoutes, async () => (await import('./links/index.ts')).specLinks),
  resource(changeRequestLinkRoutes, async () => (await import('./links/index.ts')).changeRequestLinks),
  resource(searchRoutes, async () => (await import('./search/index.ts')).search),
  resource(spaceCommentRoutes, async () => (await import('./comments/index.ts')).spaceComments),
  resource(changeRequestCommentRoutes, async () => (await import('./comments/index.ts')).changeRequestComments),
  resource(commentFileRoutes, async () => (await import('./comments/index.ts')).commentFiles),
  resource(siteRoutes, async () => (await import('./sites/index.ts')).sites),
  resource(siteStructureRoutes, async () => (await import('./sites/index.ts')).siteStructure),
  resource(siteSpaceRoutes, async () => (await import('./site-spaces/index.ts')).siteSpaces),
  resource(siteSectionRoutes, async () => (await import('./site-sections/index.ts')).siteSections),
  resource(siteSectionGroupRoutes, async () => (await import('./site-section-groups/index.ts')).siteSectionGroups),
  resource(siteExternalLinkRoutes, async () => (await import('./site-external-links/index.ts')).siteExternalLinks),
  resource(shareLinkRoutes, async () => (await import('./share-links/index.ts')).shareLinks),
  resource(sitePreviewRoutes, async () => (await import('./site-previews/index.ts')).sitePreviews),
  resource(customizationRoutes, async () => (await import('./customization/index.ts')).customization),
  resource(fontRoutes, async () => (await import('./fonts/index.ts')).fonts),
  resource(hostnameRoutes, async () => (await import('./hostnames/index.ts')).hostnames),
  resource(sitePermissionRoutes, async () => (await import('./site-permissions/index.ts')).sitePermissions),
  resource(samlRoutes, async () => (await import('./saml/index.ts')).saml),
  resource(organizationTokenRoutes, async () => (await import('./organization-tokens/index.ts')).organizationTokens),
  resource(scimTokenRoutes, async () => (await import('./scim-tokens/index.ts')).scimTokens),
  resource(serverRoutes, async () => (await import('./server/index.ts')).server),
  resource(operatorRoutes, async () => (await import('./server-operator/index.ts')).serverOperator),
  resource(serverJobRoutes, async () => (await import('./server-jobs/index.ts')).serverJobs),
  resource(serverBackupRoutes, async () => (await import('./server-backups/index.ts')).serverBackups),
  resource(serverUnusedRoutes, async () => (await import('./server-unused/index.ts')).serverUnused),
  resource(oidcRoutes, async () => (await import('./oidc/index.ts')).oidc),
  resource(translationRoutes, async () => (await import('./translations/index.ts')).translations),
  resource(glossaryRoutes, async () => (await import('./glossary/index.ts')).glossary),
  resource(gitRoutes, async () => (await import('./git/index.ts')).git),
  resource(importRunRoutes, async () => (await import('./import-runs/index.ts')).importRuns),
  resource(openAPISpecRoutes, async () => (await import('./openapi-specs/index.ts')).openAPISpecs),
  resource(auditEventRoutes, async () => (await import('./audit-events/index.ts')).auditEvents),
  resource(webhookRoutes, async () => (await import('./webhooks/index.ts')).webhooks),
  resource(adaptiveRoutes, async () => (await import('./adaptive/index.ts')).adaptive),
  resource(visitorAuthRoutes, async () => (await import('./visitor-auth/index.ts')).visitorAuth),
  resource(siteLookupRoutes, async () => (await import('./site-lookup/index.ts')).siteLookup),
  resource(siteProfileRoutes, async () => (await import('./site-lookup/index.ts')).siteProfile),
  resource(contentUrlRoutes, async () => (await import('./site-lookup/index.ts')).contentUrls),
  resource(redirectRoutes, async () => (await import('./redirects/index.ts')).redirects),
  resource(insightsRoutes, async () => (await import('./insights/index.ts')).insights),
  resource(siteSearchRoutes, async () => (await import('./search/index.ts')).siteSearch),
  resource(embedRoutes, async () => (await import('./embeds/index.ts')).embeds),
  resource(pdfRoutes, async () => (await import('./pdf/index.ts')).pdf),
  resource(siteExportRoutes, async () => (await import('./site-exports/index.ts')).siteExports),
  resource(integrationRoutes, async () => (await import('./integrations/index.ts')).integrations),
  resource(
    installationRoutes,
    async () => (await import('./integration-installations/index.ts')).integrationInstallations,
  ),
  resource(
    spaceInstallationRoutes,
    async () => (await import('./integration-installations/index.ts')).spaceInstallations,
  ),
  resource(
    siteInstallationRoutes,
    async () => (await import('./integration-installations/index.ts')).siteInstallations,
  ),
  resource(activeIntegrationRoutes, async () => (await import('./active-integrations/index.ts')).activeIntegrations),
  resource(
    integrationActivityRoutes,
    async () => (await import('./integration-activity/index.ts')).integrationActivity,
  ),
]
