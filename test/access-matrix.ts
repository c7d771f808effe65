// The access matrix: who may call which operation. It is written by hand, independently of the route tables. The test
// beside it tries every operation with every caller; docs/ACCESS.md is generated from it (`npm run docs:access`).
import { ROLES, type Role } from '../src/access/roles.ts'

/** A guest belongs to the organization without a role. */
export type Level = 'guest' | Role

export const LEVELS: readonly Level[] = ['guest', ...ROLES]

/** The callers that the test tries. */
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
  session: 'admin, in the console',
  ssoSession: 'admin, in the console after SSO of this organization',
  elsewhereSession: 'admin, in the console after SSO of another organization',
  installation: 'token of an installation with every scope',
} as const

export type CallerName = keyof typeof CALLERS

/** The operation succeeds, or fails with this status. */
export type Outcome = 'yes' | 400 | 401 | 403 | 404

const words = (text: string): string[] => text.trim().split(/\s+/)

interface Group {
  /** The object of the paths. */
  title: string
  /** The lowest role that can see the object; for others it does not exist. */
  seenFrom: Level
  /** The operations that need at least that role. */
  from: Partial<Record<Level, string[]>>
}

export const GROUPS: Group[] = [
  {
    title: 'Organizations',
    seenFrom: 'guest',
    from: {
      guest: words(`
        getOrganizationById updateOrganizationMemberLastSeenAt listCollectionsInOrganizationById
        listSpacesInOrganizationById listChangeRequestsForOrganization listImportRuns listSites searchOrganizationContent
        listCustomFonts getCustomFont getSubdomain`),
      read: words(`
        listMembersInOrganizationById getMemberInOrganizationById listSpacesForOrganizationMember
        listTeamsForOrganizationMember listTeamsInOrganizationById
        listTranslationSettings getTranslationSettingsById listGlossaryEntries getGlossaryEntry
        listOpenAPISpecs getOpenAPISpecBySlug listOpenAPISpecVersions getLatestOpenAPISpecVersion
        getLatestOpenAPISpecVersionContent getLatestOpenAPISpecVersionContentRaw getOpenAPISpecVersionById
        getOpenAPISpecVersionContentById getOpenAPISpecVersionContentRawById listOpenAPISpecVersionChanges
        listOpenAPISpecBacklinks listOrganizationIntegrations listOrganizationIntegrationsStatus getOrganizationIntegrationStatus`),
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
        listMemberTokens revokeMemberToken listScimTokens createScimToken deleteScimToken
        listOIDCProvidersInOrganizationById createOrganizationOIDCProvider getOrganizationOIDCProviderById
        updateOrganizationOIDCProvider deleteOrganizationOIDCProvider
        listDeletedSpaces listOrganizationAuditEventActions listOrganizationAuditEvents getOrganizationAuditEvent
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
        muteSpace unmuteSpace addFavoriteSpace removeFavoriteSpace addFavoritePage removeFavoritePage
        getSpaceById getSpaceGitInfo getSpacePDF getEmbedByUrlInSpace
        listSpaceIntegrations listSpaceIntegrationsBlocks listSpaceIntegrationScripts getImportRun
        getCurrentRevision listPages getPageById listSpacePageMetaLinks getPageByPath getReusableContentById
        getDocumentById getComputedDocument getComputedRevision listFiles
        getFileById
        listRevisions listPageRevisions getRevisionById getRevisionSemanticChanges listPagesInRevisionById getPageInRevisionById
        listRevisionPageMetaLinks
        getPageDocumentInRevisionById getPageInRevisionByPath getReusableContentInRevisionById
        getReusableContentDocumentInRevisionById listFilesInRevisionById getFileInRevisionById
        getPageAuthorsInRevisionById getPageChangesInRevisionById getReusableContentChangesInRevisionById
        listChangeRequestsForSpace getChangeRequestById getRevisionOfChangeRequestById listPagesInChangeRequest
        getPageInChangeRequestById listChangeRequestPageMetaLinks getPageInChangeRequestByPath
        getReusableContentInChangeRequestById
        listFilesInChangeRequestById getFileInChangeRequestById listConflicts getChangeRequestChanges
        getReviewsByChangeRequestId getChangeRequestReviewById getRequestedReviewersByChangeRequestId
        getContributorsByChangeRequestId
        getChangeRequestPDF
        listSpaceLinks listPageLinksInSpace listSpacePageBacklinks listSpaceFileBacklinks
        listSpaceReusableContentBacklinks listSpaceVariableBacklinks listChangeRequestReusableContentBacklinks listChangeRequestLinks
        listPageLinksInChangeRequest listChangeRequestPageBacklinks listChangeRequestFileBacklinks searchSpaceContent
        listCommentsInSpace getCommentInSpace listCommentRepliesInSpace getCommentReplyInSpace listCommentersInSpace listPeopleInSpace
        listCommentsInChangeRequest getCommentInChangeRequest listCommentRepliesInChangeRequest
        getCommentReplyInChangeRequest listCommentersInChangeRequest updatePresence
        listUnreadCommentsInSpace readCommentsInSpace listUnreadCommentsInChangeRequest readCommentsInChangeRequest
        getCommentFileById getViewedChanges updateViewedChange`),
      comment: words(`
        postCommentInSpace updateCommentInSpace postCommentReplyInSpace updateCommentReplyInSpace
        postCommentInChangeRequest updateCommentInChangeRequest postCommentReplyInChangeRequest
        updateCommentReplyInChangeRequest addCommentFile`),
      edit: words(`
        getChangedAddresses updateSpaceContent movePagesToSpace importContent importContentInPageById startImportRun cancelImportRun rollbackToRevision
        listDeletedPages restoreDeletedPage createChangeRequest openOwnDraft updateChangeRequestById updateChangeRequestContent
        movePagesInChangeRequestToSpace importContentInChangeRequest
        importContentInChangeRequestPageById updateChangeRequest resolveConflict requestReviewersForChangeRequest
        removeRequestedReviewerFromChangeRequest`),
      review: words('submitChangeRequestReview mergeChangeRequest'),
      create: words(`
        purgeDeletedPage updateSpaceById deleteSpaceById restoreSpace duplicateSpace moveSpace transferSpace inviteToSpace
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
        addFavoriteSite removeFavoriteSite
        getSiteById getSiteStructure listSiteSpaces listSiteSections listSiteSectionGroups getSiteCustomizationById
        getSiteSpaceCustomizationById getSiteCustomizationChoices getSiteSpaceCustomizationChoices
        getSiteAdaptiveSchema listSiteAdaptiveTemplateConditions
        getSitePublishingPreviewById listSitePreviews createSitePreview getSiteExport getPublishedContentSite listSiteRedirects getSiteRedirectBySource
        aggregateSiteEvents listSiteFeedback searchSiteContent getCustomHostname getContentByUrl
        listSiteIntegrations listSiteIntegrationScripts`),
      create: words(`
        updateSiteById deleteSiteById publishSite unpublishSite sortSiteStructure addSpaceToSite updateSiteSpaceById
        deleteSiteSpaceById duplicateSiteSpace moveSiteSpace addSectionToSite updateSiteSectionById
        deleteSiteSectionById moveSiteSection addExternalLinkToSite updateSiteExternalLinkById
        deleteSiteExternalLinkById addSectionGroupToSite updateSiteSectionGroupById
        deleteSiteSectionGroupById addSectionToGroup removeSectionFromGroup moveSiteSectionGroup
        updateSitePreviewById deleteSitePreviewById listSiteShareLinks createSiteShareLink updateSiteShareLinkById deleteSiteShareLinkById
        updateSiteCustomizationById overrideSiteSpaceCustomizationById deleteSiteSpaceCustomizationById
        inviteToSite listUserPermissionsInSite updateUserPermissionInSite removeUserFromSite listTeamPermissionsInSite
        updateTeamPermissionInSite removeTeamFromSite
        listPermissionsAggregateInSite updateSiteAdaptiveSchema getSitePublishingAuthById updateSitePublishingAuthById
        regenerateSitePublishingAuthById createSiteRedirect bulkUpsertSiteRedirects updateSiteRedirectById
        deleteSiteRedirectById
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

/** Operations for everyone, with or without a token. */
export const PUBLIC = words('getApiInformation resolvePublishedContentByUrl trackEventsInSiteById')

/** Operations for every valid token. */
export const SIGNED_IN = words(`
  updateAuthenticatedUser putUserPicture listUserSessions deleteUserSession deleteUserSessions listUserPasskeys
  createUserPasskeyOptions createUserPasskey setUserSecondStep
  updateUserPasskey deleteUserPasskey setUserPassword changeUserEmail getUserData deleteAuthenticatedUser
  getAuthenticatedUser listUserTokens createUserToken getUserById updateUserById deleteUserToken
  listFavorites getUserStream listNotifications updateNotification readAllNotifications getNotificationSettings updateNotificationSettings
  getServer listServerUsers updateServerUser listServerOrganizations getServerHealth getServerSettings getServerLogs
  testServerMail listServerJobs retryServerJob listServerBackups createServerBackup getServerUnused collectServerUnused getServerStorage
     getServerLicenses
  listOrganizationsForAuthenticatedUser createOrganization getOrganizationsForEmailDomain joinOrganizationWithInvite
  joinOrganization   listSSOProviderLoginsInOrganization getPublishedContentByUrl getEmbedByUrl listIntegrations publishIntegration`)

/** Operations for readers of a published site. */
export const READERS = words(`
  getSpaceById getCurrentRevision listPages getPageById listSpacePageMetaLinks getPageByPath getReusableContentById
  listFiles getFileById
  getRevisionById listPagesInRevisionById getPageInRevisionById listRevisionPageMetaLinks
  getPageDocumentInRevisionById getPageInRevisionByPath
  getReusableContentInRevisionById getReusableContentDocumentInRevisionById listFilesInRevisionById
  getFileInRevisionById getEmbedByUrlInSpace getPublishedContentSite getSiteRedirectBySource searchSiteContent
  listSpaceIntegrationScripts listSiteIntegrationScripts renderIntegrationUIWithPost renderIntegrationUIWithGet`)

/** Operations for drafts: available to a member who previews the site, and to no other reader. */
export const PREVIEWS = words(`
  getChangeRequestById getRevisionOfChangeRequestById listPagesInChangeRequest getPageInChangeRequestById
  listChangeRequestPageMetaLinks
  getPageInChangeRequestByPath getReusableContentInChangeRequestById listFilesInChangeRequestById
  getFileInChangeRequestById`)

/** Operations for an integration where it is installed, with the scopes for it. */
export const INSTALLED = words(`
  getAuthenticatedUser getOrganizationById
  listIntegrations getIntegrationByName listIntegrationInstallations getIntegrationInstallationById
  updateIntegrationInstallation listIntegrationSpaceInstallations listIntegrationInstallationSpaces
  getIntegrationSpaceInstallation updateIntegrationSpaceInstallation listIntegrationSiteInstallations
  listIntegrationInstallationSites getIntegrationSiteInstallation updateIntegrationSiteInstallation
  getSpaceById updateSpaceById getCurrentRevision listPages getPageById listSpacePageMetaLinks getPageByPath
  getReusableContentById getComputedDocument getComputedRevision
  getDocumentById listFiles getFileById listRevisions getRevisionById getRevisionSemanticChanges
  listPagesInRevisionById getPageInRevisionById listRevisionPageMetaLinks getPageInRevisionByPath
  getPageDocumentInRevisionById
  getReusableContentInRevisionById getReusableContentDocumentInRevisionById listFilesInRevisionById
  getPageChangesInRevisionById getReusableContentChangesInRevisionById
  getFileInRevisionById searchSpaceContent listChangeRequestsForSpace getChangeRequestById getChangeRequestChanges
  getRevisionOfChangeRequestById listPagesInChangeRequest getPageInChangeRequestById listChangeRequestPageMetaLinks
  getPageInChangeRequestByPath
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

/** Outcomes that differ from the role. */
export const EXCEPTIONS: Record<string, Exception> = {
  ...names('getLatestOpenAPISpecVersionContent getComputedDocument getComputedRevision', {
    why: 'There for readers when a page of the site shows the specification; tried here with one that none shows.',
    outcomes: { reader: 404 },
  }),
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
  updateSitePreviewById: {
    why: 'Only those who manage the site may show it with other settings; tried here with a preview of the admin.',
    outcomes: each(['read', 'comment', 'edit', 'review'], 404),
  },
  deleteSitePreviewById: {
    why: 'Everybody may revoke their own previews; tried here with one of the admin.',
    outcomes: each(['read', 'comment', 'edit', 'review'], 404),
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
    `createOrganization joinOrganizationWithInvite joinOrganization getPublishedContentByUrl getContentByUrl getEmbedByUrl
     getCustomHostname dnsRevalidateCustomHostname removeCustomHostname getSubdomain`,
    {
      why: 'Not about the one organization in which an SSO token works.',
      outcomes: each(SSO, 403),
    },
  ),
  ...names(
    `getServer listServerUsers updateServerUser listServerOrganizations getServerHealth getServerSettings getServerLogs
     testServerMail listServerJobs retryServerJob listServerBackups createServerBackup getServerUnused collectServerUnused getServerStorage
     getServerLicenses`,
    {
      why: 'For admins of the server; none of these callers is one.',
      outcomes: { ...each([...MEMBERS, 'stranger'], 404), ...each(SSO, 403) },
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
  updateNotification: {
    why: 'Everybody may mark their own notifications; tried here with one of the admin.',
    outcomes: { ...each([...MEMBERS, 'stranger', 'elsewhere'], 404), admin: 'yes' },
  },
  updateNotificationSettings: {
    why: 'Holds for the whole account; an SSO token changes it only for those who are in no other organization.',
    outcomes: each(SSO, 403),
  },
  updateAuthenticatedUser: {
    why: 'Theme and language are for everybody; an SSO token changes name and picture only for those who are in no other organization.',
    outcomes: each(SSO, 'yes'),
  },
  ...names('putUserPicture listUserSessions listUserPasskeys getUserData', {
    why: 'About the whole account, which is more than the one organization in which an SSO token works.',
    outcomes: each(SSO, 403),
  }),
  ...names(
    `deleteUserSessions setUserPassword changeUserEmail deleteAuthenticatedUser createUserPasskeyOptions
    createUserPasskey setUserSecondStep`,
    {
      why: 'Only for people in the console, who did not sign in through an organization: a token must not take the account over.',
      outcomes: { ...each([...MEMBERS, 'stranger', ...SSO], 403), session: 'yes' },
    },
  ),
  deleteUserPasskey: {
    why: 'The same; tried here with a passkey of the admin.',
    outcomes: { ...each([...MEMBERS, 'stranger', ...SSO], 403), session: 'yes' },
  },
  ...names('deleteUserSession updateUserPasskey', {
    why: 'Everybody has their own; tried here with one of the admin.',
    outcomes: { ...each([...MEMBERS, 'stranger'], 404), ...each(SSO, 403), admin: 'yes' },
  }),
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

/** Every operation in the table. */
export const placed = (): string[] => [
  ...PUBLIC,
  ...SIGNED_IN,
  ...GROUPS.flatMap(({ from }) => Object.values(from).flat()),
]

/** A session reaches what the token of the same kind reaches. */
const TWINS: Partial<Record<CallerName, CallerName>> = {
  session: 'admin',
  ssoSession: 'sso',
  elsewhereSession: 'elsewhere',
}

/** The outcome of an operation for a caller. */
export function outcomeOf(id: string, given: CallerName): Outcome {
  const caller = TWINS[given] ?? given
  if (PUBLIC.includes(id)) return 'yes'
  if (caller === 'none' || caller === 'revoked' || caller === 'expired') return 401
  const outcomes = EXCEPTIONS[id]?.outcomes
  const exception = outcomes?.[given] ?? outcomes?.[caller]
  if (exception) return exception
  if (caller === 'reader') return READERS.includes(id) ? 'yes' : PREVIEWS.includes(id) ? 404 : 403
  if (caller === 'installation') return INSTALLED.includes(id) ? 'yes' : 403
  const rule = ruleOf(id)
  if (!rule) return 'yes'
  if (caller === 'stranger' || caller === 'elsewhere') return 404
  const level = caller === 'sso' ? 'admin' : (caller as Level)
  if (rank(level) >= rank(rule.level)) return 'yes'
  return rank(level) >= rank(rule.group.seenFrom) ? 403 : 404
}
