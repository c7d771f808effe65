// The API: all its resources.
import type { Resource } from '../server/operation.ts'
import { account } from './account/index.ts'
import { activeIntegrations } from './active-integrations/index.ts'
import { adaptive } from './adaptive/index.ts'
import { auditEvents } from './audit-events/index.ts'
import { bin } from './bin/index.ts'
import { changeRequestReviews, changeRequests } from './change-requests/index.ts'
import { collections } from './collections/index.ts'
import { changeRequestComments, commentFiles, spaceComments } from './comments/index.ts'
import { changeRequestContent, revisions, spaceContent } from './content/index.ts'
import { customization } from './customization/index.ts'
import { embeds } from './embeds/index.ts'
import { favorites } from './favorites/index.ts'
import { changeRequestFiles, files, revisionFiles, storage } from './files/index.ts'
import { fonts } from './fonts/index.ts'
import { git } from './git/index.ts'
import { glossary } from './glossary/index.ts'
import { hostnames } from './hostnames/index.ts'
import { importRuns } from './import-runs/index.ts'
import { information } from './information/index.ts'
import { insights } from './insights/index.ts'
import { integrationActivity } from './integration-activity/index.ts'
import { integrationInstallations, siteInstallations, spaceInstallations } from './integration-installations/index.ts'
import { integrations } from './integrations/index.ts'
import { invites } from './invites/index.ts'
import { changeRequestLinks, links, specLinks } from './links/index.ts'
import { live } from './live/index.ts'
import { members } from './members/index.ts'
import { notifications } from './notifications/index.ts'
import { oidc } from './oidc/index.ts'
import { openAPISpecs } from './openapi-specs/index.ts'
import { organizationTokens } from './organization-tokens/index.ts'
import { organizations } from './organizations/index.ts'
import { pdf } from './pdf/index.ts'
import { collectionPermissions, spacePermissions } from './permissions/index.ts'
import { redirects } from './redirects/index.ts'
import { saml } from './saml/index.ts'
import { scimTokens } from './scim-tokens/index.ts'
import { search, siteSearch } from './search/index.ts'
import { server } from './server/index.ts'
import { serverBackups } from './server-backups/index.ts'
import { serverJobs } from './server-jobs/index.ts'
import { serverOperator } from './server-operator/index.ts'
import { serverUnused } from './server-unused/index.ts'
import { shareLinks } from './share-links/index.ts'
import { siteExports } from './site-exports/index.ts'
import { siteExternalLinks } from './site-external-links/index.ts'
import { contentUrls, siteLookup, siteProfile } from './site-lookup/index.ts'
import { sitePermissions } from './site-permissions/index.ts'
import { sitePreviews } from './site-previews/index.ts'
import { siteSectionGroups } from './site-section-groups/index.ts'
import { siteSections } from './site-sections/index.ts'
import { siteSpaces } from './site-spaces/index.ts'
import { siteStructure, sites } from './sites/index.ts'
import { spaces } from './spaces/index.ts'
import { teams } from './teams/index.ts'
import { translations } from './translations/index.ts'
import { users } from './users/index.ts'
import { visitorAuth } from './visitor-auth/index.ts'
import { webhooks } from './webhooks/index.ts'

export const resources: readonly Resource[] = [
  information,
  users,
  notifications,
  live,
  favorites,
  account,
  organizations,
  members,
  teams,
  invites,
  collections,
  spaces,
  spacePermissions,
  collectionPermissions,
  spaceContent,
  bin,
  changeRequestContent,
  revisions,
  changeRequests,
  changeRequestReviews,
  files,
  changeRequestFiles,
  revisionFiles,
  storage,
  links,
  specLinks,
  changeRequestLinks,
  search,
  spaceComments,
  changeRequestComments,
  commentFiles,
  sites,
  siteStructure,
  siteSpaces,
  siteSections,
  siteSectionGroups,
  siteExternalLinks,
  shareLinks,
  sitePreviews,
  customization,
  fonts,
  hostnames,
  sitePermissions,
  saml,
  organizationTokens,
  scimTokens,
  server,
  serverOperator,
  serverJobs,
  serverBackups,
  serverUnused,
  oidc,
  translations,
  glossary,
  git,
  importRuns,
  openAPISpecs,
  auditEvents,
  webhooks,
  adaptive,
  visitorAuth,
  siteLookup,
  siteProfile,
  contentUrls,
  redirects,
  insights,
  siteSearch,
  embeds,
  pdf,
  siteExports,
  integrations,
  integrationInstallations,
  spaceInstallations,
  siteInstallations,
  activeIntegrations,
  integrationActivity,
]
