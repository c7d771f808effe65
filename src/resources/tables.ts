// The route tables of the API. They are all that is needed to start; `index.ts` has what the operations do, which is loaded
// with the first call of one.
import type { Routes } from '../server/operation.ts'
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

export const tables: readonly Routes[] = [
  informationRoutes,
  userRoutes,
  notificationRoutes,
  liveRoutes,
  favoriteRoutes,
  accountRoutes,
  organizationRoutes,
  memberRoutes,
  teamRoutes,
  inviteRoutes,
  collectionRoutes,
  spaceRoutes,
  spacePermissionRoutes,
  collectionPermissionRoutes,
  spaceContentRoutes,
  binRoutes,
  changeRequestContentRoutes,
  revisionRoutes,
  changeRequestRoutes,
  reviewRoutes,
  fileRoutes,
  changeRequestFileRoutes,
  revisionFileRoutes,
  storageRoutes,
  linkRoutes,
  specLinkRoutes,
  changeRequestLinkRoutes,
  searchRoutes,
  spaceCommentRoutes,
  changeRequestCommentRoutes,
  commentFileRoutes,
  siteRoutes,
  siteStructureRoutes,
  siteSpaceRoutes,
  siteSectionRoutes,
  siteSectionGroupRoutes,
  siteExternalLinkRoutes,
  shareLinkRoutes,
  sitePreviewRoutes,
  customizationRoutes,
  fontRoutes,
  hostnameRoutes,
  sitePermissionRoutes,
  samlRoutes,
  organizationTokenRoutes,
  scimTokenRoutes,
  serverRoutes,
  operatorRoutes,
  serverJobRoutes,
  serverBackupRoutes,
  serverUnusedRoutes,
  oidcRoutes,
  translationRoutes,
  glossaryRoutes,
  gitRoutes,
  importRunRoutes,
  openAPISpecRoutes,
  auditEventRoutes,
  webhookRoutes,
  adaptiveRoutes,
  visitorAuthRoutes,
  siteLookupRoutes,
  siteProfileRoutes,
  contentUrlRoutes,
  redirectRoutes,
  insightsRoutes,
  siteSearchRoutes,
  embedRoutes,
  pdfRoutes,
  siteExportRoutes,
  integrationRoutes,
  installationRoutes,
  spaceInstallationRoutes,
  siteInstallationRoutes,
  activeIntegrationRoutes,
  integrationActivityRoutes,
]
