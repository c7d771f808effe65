// Who may call what: one table, written by hand and independent of what the operations themselves say. The test beside it
// tries every operation with every caller; docs/ACCESS.md is made from it (`npm run docs:access`).
import { ROLES, type Role } from '../src/access/roles.ts'

/** A guest is in the organization, but has no role there. */
export type Level = 'guest' | Role

export const LEVELS: readonly Level[] = ['guest', ...ROLES]

/** Everybody who is tried. */
export const CALLERS = {
  none: 'no token',
  revoked: 'revoked token',
  expired: 'expired token',
  reader: 'reader of the published site',
  stranger: 'member of another organization',
  elsewhere: 'admin, SSO token of another organization',
  guest: 'guest without grants',
  read: 'read',
  comment: 'comment',
  edit: 'edit',
  review: 'review',
  create: 'create',
  admin: 'admin',
  sso: 'admin, SSO token of this organization',
  installation: 'token of an installation with every scope',
} as const

export type CallerName = keyof typeof CALLERS

/** The operation does its work, or it is refused with this status. */
export type Outcome = 'yes' | 400 | 401 | 403 | 404

const words = (text: string): string[] => text.trim().split(/\s+/)

interface Group {
  /** What the paths name. */
  title: string
  /** From this role on it can be seen. For everybody else it is not there. */
  seenFrom: Level
  /** The operations for which that role is enough. */
  from: Partial<Record<Level, string[]>>
}

export const GROUPS: Group[] = [
  {
    title: 'Organizations',
    seenFrom: 'guest',
    from: {
      guest: words(`
        getOrganizationById updateOrganizationMemberLastSeenAt listCollectionsInOrganizationById
        listSpacesInOrganizationById listSites searchOrganizationContent listCustomFonts getCustomFont getSubdomain`),
      read: words(`
        listMembersInOrganizationById getMemberInOrganizationById listSpacesForOrganizationMember
        listTeamsForOrganizationMember listTeamsInOrganizationById
        listTranslationSettings getTranslationSettingsById listGlossaryEntries getGlossaryEntry
        listOpenAPISpecs getOpenAPISpecBySlug listOpenAPISpecVersions getLatestOpenAPISpecVersion
        getLatestOpenAPISpecVersionContent getLatestOpenAPISpecVersionContentRaw getOpenAPISpecVersionById
        getOpenAPISpecVersionContentById getOpenAPISpecVersionContentRawById
        listOrganizationIntegrations listOrganizationIntegrationsStatus getOrganizationIntegrationStatus`),
      edit: words('generateStorageUploadURL'),
      create: words(`
        createCollection createSpace createSite createCustomFont updateCustomFont deleteCustomFont
        createTranslationSettings updateTranslationSettingsById deleteTranslationSettingsById updateGlossaryEntries
        createOpenAPISpec createOrUpdateOpenAPISpecBySlug updateOpenAPISpecBySlug deleteOpenAPISpecBySlug`),
      admin: words(`
        updateOrganizationById updateMemberInOrganizationById removeMemberFromOrganizationById
        setUserAsSSOMemberForOrganization createOrganizationTeam inviteUsersToOrganization
        listOrganizationInviteLinks createOrganizationInvite getOrganizationInviteLink updateOrganizationInviteById
        deleteOrganizationInviteById
        listSAMLProvidersInOrganizationById createOrganizationSAMLProvider getOrganizationSAMLProviderById
        updateOrganizationSAMLProvider deleteOrganizationSAMLProvider
        listOrganizationAuditEventActions listOrganizationAuditEvents getOrganizationAuditEvent
        listWebhooks createWebhook getWebhook updateWebhook deleteWebhook rotateWebhookSecret pingWebhook
        listWebhookDeliveries getWebhookDelivery redeliverWebhookDelivery listOrganizationInstallations`),
    },
  },
  {
    title: 'Teams',
    seenFrom: 'read',
    from: {
      read: words('getTeamInOrganizationById listTeamMembersInOrganizationById'),
      admin: words(`
        updateTeamInOrganizationById removeTeamFromOrganizationById updateMembersInOrganizationTeam
        addMemberToOrganizationTeamById deleteMemberFromOrganizationTeamById`),
    },
  },
  {
    title: 'Collections',
    seenFrom: 'read',
    from: {
      read: words('getCollectionById listSpacesInCollectionById'),
      create: words(`
        updateCollectionById deleteCollectionById moveCollection transferCollection inviteToCollection
        listUserPermissionsInCollection
        updateUserPermissionInCollection removeUserFromCollection listTeamPermissionsInCollection
        updateTeamPermissionInCollection removeTeamFromCollection listPermissionsAggregateInCollection`),
    },
  },
  {
    title: 'Spaces',
    seenFrom: 'read',
    from: {
      read: words(`
        getSpaceById getSpaceGitInfo getSpacePDF getEmbedByUrlInSpace
        listSpaceIntegrations listSpaceIntegrationsBlocks listSpaceIntegrationScripts
        getCurrentRevision listPages getPageById getPageByPath getReusableContentById getDocumentById listFiles
        getFileById
        listRevisions getRevisionById getRevisionSemanticChanges listPagesInRevisionById getPageInRevisionById
        getPageDocumentInRevisionById getPageInRevisionByPath getReusableContentInRevisionById
        getReusableContentDocumentInRevisionById listFilesInRevisionById getFileInRevisionById
        listChangeRequestsForSpace getChangeRequestById getRevisionOfChangeRequestById listPagesInChangeRequest
        getPageInChangeRequestById getPageInChangeRequestByPath getReusableContentInChangeRequestById
        listFilesInChangeRequestById getFileInChangeRequestById listConflicts getChangeRequestChanges
        getReviewsByChangeRequestId getRequestedReviewersByChangeRequestId getContributorsByChangeRequestId
        getChangeRequestPDF
        listSpaceLinks listPageLinksInSpace listSpacePageBacklinks listSpaceFileBacklinks listChangeRequestLinks
        listPageLinksInChangeRequest listChangeRequestPageBacklinks listChangeRequestFileBacklinks searchSpaceContent
        listCommentsInSpace getCommentInSpace listCommentRepliesInSpace getCommentReplyInSpace listCommentersInSpace
        listCommentsInChangeRequest getCommentInChangeRequest listCommentRepliesInChangeRequest
        getCommentReplyInChangeRequest listCommentersInChangeRequest`),
      comment: words(`
        postCommentInSpace updateCommentInSpace postCommentReplyInSpace updateCommentReplyInSpace
        postCommentInChangeRequest updateCommentInChangeRequest postCommentReplyInChangeRequest
        updateCommentReplyInChangeRequest`),
      edit: words(`
        updateSpaceContent importContent importContentInPageById rollbackToRevision
        createChangeRequest updateChangeRequestById updateChangeRequestContent importContentInChangeRequest
        importContentInChangeRequestPageById updateChangeRequest resolveConflict requestReviewersForChangeRequest
        removeRequestedReviewerFromChangeRequest`),
      review: words('submitChangeRequestReview mergeChangeRequest'),
      create: words(`
        updateSpaceById deleteSpaceById restoreSpace duplicateSpace moveSpace transferSpace inviteToSpace
        listUserPermissionsInSpace
        updateUserPermissionInSpace removeUserFromSpace listTeamPermissionsInSpace updateTeamPermissionInSpace
        removeTeamFromSpace listPermissionsAggregateInSpace importGitRepository exportToGitRepository
        deleteCommentInSpace deleteCommentReplyInSpace deleteCommentInChangeRequest deleteCommentReplyInChangeRequest`),
    },
  },
  {
    title: 'Sites',
    seenFrom: 'read',
    from: {
      read: words(`
        getSiteById getSiteStructure listSiteSpaces listSiteSections listSiteSectionGroups getSiteCustomizationById
        getSiteSpaceCustomizationById getSiteAdaptiveSchema listSiteAdaptiveTemplateConditions
        getSitePublishingPreviewById getPublishedContentSite listSiteRedirects getSiteRedirectBySource
        aggregateSiteEvents searchSiteContent getCustomHostname getContentByUrl
        listSiteIntegrations listSiteIntegrationScripts`),
      create: words(`
        updateSiteById deleteSiteById publishSite unpublishSite sortSiteStructure addSpaceToSite updateSiteSpaceById
        deleteSiteSpaceById duplicateSiteSpace moveSiteSpace addSectionToSite updateSiteSectionById
        deleteSiteSectionById moveSiteSection addSectionGroupToSite updateSiteSectionGroupById
        deleteSiteSectionGroupById addSectionToGroup removeSectionFromGroup moveSiteSectionGroup
        listSiteShareLinks createSiteShareLink updateSiteShareLinkById deleteSiteShareLinkById
        updateSiteCustomizationById overrideSiteSpaceCustomizationById deleteSiteSpaceCustomizationById
        listPermissionsAggregateInSite updateSiteAdaptiveSchema getSitePublishingAuthById updateSitePublishingAuthById
        regenerateSitePublishingAuthById createSiteRedirect updateSiteRedirectById deleteSiteRedirectById
        dnsRevalidateCustomHostname removeCustomHostname`),
    },
  },
  {
    title: 'Integrations of the organization, which are private',
    seenFrom: 'read',
    from: {
      read: words(`
        getIntegrationByName listIntegrationInstallations listIntegrationSpaceInstallations
        listIntegrationSiteInstallations renderIntegrationUIWithPost renderIntegrationUIWithGet`),
      create: words(`
        installIntegrationOnSpace uninstallIntegrationFromSpace updateIntegrationSpaceInstallation
        getIntegrationSpaceInstallation installIntegrationOnSite uninstallIntegrationFromSite
        updateIntegrationSiteInstallation getIntegrationSiteInstallation`),
      admin: words(`
        unpublishIntegration installIntegration listIntegrationEvents getIntegrationEvent setIntegrationDevelopmentMode
        disableIntegrationDevelopmentMode getIntegrationInstallationById updateIntegrationInstallation
        uninstallIntegration createIntegrationInstallationToken queueIntegrationTask listIntegrationInstallationSpaces
        listIntegrationInstallationSites`),
    },
  },
]

/** For everybody, with or without a token. */
export const PUBLIC = words('getApiInformation resolvePublishedContentByUrl trackEventsInSiteById')

/** Whoever has a valid token. */
export const SIGNED_IN = words(`
  getAuthenticatedUser listUserTokens createUserToken getUserById updateUserById deleteUserToken
  listOrganizationsForAuthenticatedUser createOrganization getOrganizationsForEmailDomain joinOrganizationWithInvite
  listSSOProviderLoginsInOrganization getPublishedContentByUrl getEmbedByUrl listIntegrations publishIntegration`)

/** What readers of a published site may ask about what it shows. */
export const READERS = words(`
  getSpaceById getCurrentRevision listPages getPageById getPageByPath getReusableContentById listFiles getFileById
  getRevisionById listPagesInRevisionById getPageInRevisionById getPageDocumentInRevisionById getPageInRevisionByPath
  getReusableContentInRevisionById getReusableContentDocumentInRevisionById listFilesInRevisionById
  getFileInRevisionById getEmbedByUrlInSpace getPublishedContentSite getSiteRedirectBySource searchSiteContent
  listSpaceIntegrationScripts listSiteIntegrationScripts renderIntegrationUIWithPost renderIntegrationUIWithGet`)

/** Drafts: there for a member who previews the site, and for no other reader. */
export const PREVIEWS = words(`
  getChangeRequestById getRevisionOfChangeRequestById listPagesInChangeRequest getPageInChangeRequestById
  getPageInChangeRequestByPath getReusableContentInChangeRequestById listFilesInChangeRequestById
  getFileInChangeRequestById`)

/** What an integration may do where it is installed, when it has the scopes for it. */
export const INSTALLED = words(`
  getAuthenticatedUser getOrganizationById
  listIntegrations getIntegrationByName listIntegrationInstallations getIntegrationInstallationById
  updateIntegrationInstallation listIntegrationSpaceInstallations listIntegrationInstallationSpaces
  getIntegrationSpaceInstallation updateIntegrationSpaceInstallation listIntegrationSiteInstallations
  listIntegrationInstallationSites getIntegrationSiteInstallation updateIntegrationSiteInstallation
  getSpaceById updateSpaceById getCurrentRevision listPages getPageById getPageByPath getReusableContentById
  getDocumentById listFiles getFileById listRevisions getRevisionById getRevisionSemanticChanges
  listPagesInRevisionById getPageInRevisionById getPageInRevisionByPath getPageDocumentInRevisionById
  getReusableContentInRevisionById getReusableContentDocumentInRevisionById listFilesInRevisionById
  getFileInRevisionById searchSpaceContent listChangeRequestsForSpace getChangeRequestById getChangeRequestChanges
  getRevisionOfChangeRequestById listPagesInChangeRequest getPageInChangeRequestById getPageInChangeRequestByPath
  getReusableContentInChangeRequestById listFilesInChangeRequestById getFileInChangeRequestById
  updateSpaceContent importContent importContentInPageById createChangeRequest updateChangeRequestById
  updateChangeRequestContent importContentInChangeRequest importContentInChangeRequestPageById
  importGitRepository exportToGitRepository getSpaceGitInfo
  getSiteById getSiteStructure listSiteSpaces listSiteSections listSiteSectionGroups getSiteCustomizationById
  getSiteAdaptiveSchema listSiteAdaptiveTemplateConditions updateSiteAdaptiveSchema
  listOpenAPISpecs getOpenAPISpecBySlug listOpenAPISpecVersions getLatestOpenAPISpecVersion
  getLatestOpenAPISpecVersionContent getLatestOpenAPISpecVersionContentRaw getOpenAPISpecVersionById
  getOpenAPISpecVersionContentById getOpenAPISpecVersionContentRawById createOpenAPISpec
  createOrUpdateOpenAPISpecBySlug deleteOpenAPISpecBySlug`)

interface Exception {
  why: string
  outcomes: Partial<Record<CallerName, Outcome>>
}

const each = (names: readonly CallerName[], outcome: Outcome): Exception['outcomes'] =>
  Object.fromEntries(names.map((name) => [name, outcome]))

const MEMBERS: readonly CallerName[] = LEVELS
const SSO: readonly CallerName[] = ['sso', 'elsewhere']

const names = (ids: string, exception: Exception) => Object.fromEntries(words(ids).map((id) => [id, exception]))

/** Where somebody gets something else than their role says. */
export const EXCEPTIONS: Record<string, Exception> = {
  getLatestOpenAPISpecVersionContent: {
    why: 'There for readers when a page of the site shows it; tried here with one that none shows.',
    outcomes: { reader: 404 },
  },
  publishIntegration: {
    why: 'Needs `admin` in the organization that the body names.',
    outcomes: { ...each(['stranger', 'elsewhere'], 404), ...each(LEVELS.slice(0, -1), 403) },
  },
  ...names('createIntegrationInstallationToken queueIntegrationTask', {
    why: 'For the integration itself, with its own token.',
    outcomes: each(['admin', 'sso'], 403),
  }),
  installIntegration: {
    why: 'Tried with the token of an installation that has just been removed: the token ends with it.',
    outcomes: { installation: 401 },
  },
  getOrganizationIntegrationStatus: {
    why: 'A private integration is not there for a guest.',
    outcomes: { guest: 404 },
  },
  renderIntegrationUIWithPost: {
    why: 'Readers of a site have components of its spaces drawn; tried here with a space of another.',
    outcomes: { reader: 404 },
  },
  renderIntegrationUIWithGet: {
    why: 'As with POST; tried here without saying what to draw.',
    outcomes: { reader: 400 },
  },
  restoreSpace: {
    why: 'A deleted space is there for those only who may restore it.',
    outcomes: each(['read', 'comment', 'edit', 'review'], 404),
  },
  ...names('transferSpace transferCollection', {
    why: 'Needs `create` in the other organization too, which is not there for a token of this one.',
    outcomes: { sso: 404 },
  }),
  ...names(
    `createOrganization joinOrganizationWithInvite getPublishedContentByUrl getContentByUrl getEmbedByUrl
     getCustomHostname dnsRevalidateCustomHostname removeCustomHostname getSubdomain`,
    {
      why: 'Not about the one organization in which an SSO token works.',
      outcomes: each(SSO, 403),
    },
  ),
  getUserById: {
    why: 'Somebody who is in none of your organizations is not there.',
    outcomes: each(['stranger', 'elsewhere'], 404),
  },
  updateUserById: {
    why: 'Everybody may change themselves, and nobody else; tried here with somebody else.',
    outcomes: { ...each([...MEMBERS, 'sso'], 403), ...each(['stranger', 'elsewhere'], 404) },
  },
  deleteUserToken: {
    why: 'Everybody may revoke their own tokens; tried here with one of the admin. An SSO token reaches SSO tokens only.',
    outcomes: { ...each([...MEMBERS, 'stranger', ...SSO], 404), admin: 'yes' },
  },
}

const rank = (level: Level): number => LEVELS.indexOf(level)

interface Rule {
  group: Group
  level: Level
}

function ruleOf(id: string): Rule | undefined {
  for (const group of GROUPS) for (const level of LEVELS) if (group.from[level]?.includes(id)) return { group, level }
  return undefined
}

/** Every operation that has a place in the table. */
export const placed = (): string[] => [
  ...PUBLIC,
  ...SIGNED_IN,
  ...GROUPS.flatMap(({ from }) => Object.values(from).flat()),
]

/** What this caller gets from this operation. */
export function outcomeOf(id: string, caller: CallerName): Outcome {
  if (PUBLIC.includes(id)) return 'yes'
  if (caller === 'none' || caller === 'revoked' || caller === 'expired') return 401
  const exception = EXCEPTIONS[id]?.outcomes[caller]
  if (exception) return exception
  if (caller === 'reader') return READERS.includes(id) ? 'yes' : PREVIEWS.includes(id) ? 404 : 403
  if (caller === 'installation') return INSTALLED.includes(id) ? 'yes' : 403
  const rule = ruleOf(id)
  if (!rule) return 'yes'
  if (caller === 'stranger' || caller === 'elsewhere') return 404
  const level = caller === 'sso' ? 'admin' : caller
  if (rank(level) >= rank(rule.level)) return 'yes'
  return rank(level) >= rank(rule.group.seenFrom) ? 403 : 404
}
