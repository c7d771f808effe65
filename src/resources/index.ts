// The API: one line a noun.
import type { Resource } from '../server/operation.ts'
import { adaptive } from './adaptive/service.ts'
import { auditEvents } from './audit-events/service.ts'
import { reviewing } from './change-requests/reviewing.ts'
import { changeRequests } from './change-requests/service.ts'
import { collections } from './collections/service.ts'
import { changeRequestComments, spaceComments } from './comments/service.ts'
import { changeRequestContent, revisions, spaceContent } from './content/service.ts'
import { customization } from './customization/service.ts'
import { embeds } from './embeds/service.ts'
import { changeRequestFiles, files, revisionFiles, storage } from './files/service.ts'
import { fonts } from './fonts/service.ts'
import { git } from './git/service.ts'
import { glossary } from './glossary/service.ts'
import { hostnames } from './hostnames/service.ts'
import { information } from './information/service.ts'
import { insights } from './insights/service.ts'
import { siteInstallations } from './installations/on-sites.ts'
import { spaceInstallations } from './installations/on-spaces.ts'
import { installations } from './installations/service.ts'
import { installedIntegrations } from './installed-integrations/service.ts'
import { integrations } from './integrations/service.ts'
import { invites } from './invites/service.ts'
import { changeRequestLinks, links } from './links/service.ts'
import { members } from './members/service.ts'
import { openAPISpecs } from './openapi-specs/service.ts'
import { organizations } from './organizations/service.ts'
import { pdf } from './pdf/service.ts'
import { collectionPermissions, spacePermissions } from './permissions/service.ts'
import { contentUrls } from './published/content-url.ts'
import { profile } from './published/profile.ts'
import { published } from './published/service.ts'
import { publishing } from './publishing/service.ts'
import { redirects } from './redirects/service.ts'
import { running } from './running/service.ts'
import { saml } from './saml/service.ts'
import { search } from './search/service.ts'
import { siteSearch } from './search/site-search.ts'
import { shareLinks } from './share-links/service.ts'
import { sitePermissions } from './site-permissions/service.ts'
import { siteSectionGroups } from './site-section-groups/service.ts'
import { siteSections } from './site-sections/service.ts'
import { siteSpaces } from './site-spaces/service.ts'
import { sites } from './sites/service.ts'
import { siteStructure } from './sites/structure/service.ts'
import { spaces } from './spaces/service.ts'
import { teams } from './teams/service.ts'
import { translations } from './translations/service.ts'
import { users } from './users/service.ts'
import { webhooks } from './webhooks/service.ts'

export const resources: readonly Resource[] = [
  information,
  users,
  organizations,
  members,
  teams,
  invites,
  collections,
  spaces,
  spacePermissions,
  collectionPermissions,
  spaceContent,
  changeRequestContent,
  revisions,
  changeRequests,
  reviewing,
  files,
  changeRequestFiles,
  revisionFiles,
  storage,
  links,
  changeRequestLinks,
  search,
  spaceComments,
  changeRequestComments,
  sites,
  siteStructure,
  siteSpaces,
  siteSections,
  siteSectionGroups,
  shareLinks,
  customization,
  fonts,
  hostnames,
  sitePermissions,
  saml,
  translations,
  glossary,
  git,
  openAPISpecs,
  auditEvents,
  webhooks,
  adaptive,
  publishing,
  published,
  profile,
  contentUrls,
  redirects,
  insights,
  siteSearch,
  embeds,
  pdf,
  integrations,
  installations,
  spaceInstallations,
  siteInstallations,
  installedIntegrations,
  running,
]
