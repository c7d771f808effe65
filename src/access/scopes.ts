// The scopes of integrations. An integration declares its scopes when it is published; an organization grants them when
// it installs the integration.
import type { Role } from '../db/tables.ts'
import { highest } from './roles.ts'

export const SCOPES = [
  'space:views:read',
  'space:content:read',
  'space:content:write',
  'space:metadata:read',
  'space:metadata:write',
  'space:script:inject',
  'space:script:cookies',
  'space:git:sync',
  'space:visitor:auth',
  'site:metadata:read',
  'site:views:read',
  'site:script:inject',
  'site:script:cookies',
  'site:visitor:auth',
  'site:adaptive:read',
  'site:adaptive:write',
  'site:ai:ask',
  'openapi:read',
  'openapi:write',
  'conversations:ingest',
] as const

export type Scope = (typeof SCOPES)[number]

/** Who may call an operation: any integration token, any installation token, or an installation with a scope. */
type Audience = 'integration' | 'installation' | Scope

/** The operations that integrations may call. All others are for users. */
export const OPERATIONS_BY_AUDIENCE: Partial<Record<Audience, readonly string[]>> = {
  integration: [
    'getAuthenticatedUser',
    'listIntegrations',
    'getIntegrationByName',
    'listIntegrationInstallations',
    'getIntegrationInstallationById',
    'updateIntegrationInstallation',
    'createIntegrationInstallationToken',
    'listIntegrationSpaceInstallations',
    'listIntegrationInstallationSpaces',
    'getIntegrationSpaceInstallation',
    'updateIntegrationSpaceInstallation',
    'listIntegrationSiteInstallations',
    'listIntegrationInstallationSites',
    'getIntegrationSiteInstallation',
    'updateIntegrationSiteInstallation',
    'queueIntegrationTask',
  ],
  installation: ['getOrganizationById'],
  'space:metadata:read': ['getSpaceById'],
  'space:metadata:write': ['getSpaceById', 'updateSpaceById'],
  'space:content:read': [
    'getSpaceById',
    'getCurrentRevision',
    'listPages',
    'getPageById',
    'listSpacePageMetaLinks',
    'getPageByPath',
    'getReusableContentById',
    'getDocumentById',
    'getComputedDocument',
    'getComputedRevision',
    'listFiles',
    'getFileById',
    'listRevisions',
    'getRevisionById',
    'getRevisionSemanticChanges',
    'listPagesInRevisionById',
    'getPageInRevisionById',
    'listRevisionPageMetaLinks',
    'getPageInRevisionByPath',
    'getPageDocumentInRevisionById',
    'getPageChangesInRevisionById',
    'getReusableContentChangesInRevisionById',
    'getReusableContentInRevisionById',
    'getReusableContentDocumentInRevisionById',
    'listFilesInRevisionById',
    'getFileInRevisionById',
    'searchSpaceContent',
    'listChangeRequestsForSpace',
    'getChangeRequestById',
    'getChangeRequestChanges',
    'getRevisionOfChangeRequestById',
    'listPagesInChangeRequest',
    'getPageInChangeRequestById',
    'listChangeRequestPageMetaLinks',
    'getPageInChangeRequestByPath',
    'getReusableContentInChangeRequestById',
    'listFilesInChangeRequestById',
    'getFileInChangeRequestById',
  ],
  'space:content:write': [
    'updateSpaceContent',
    'importContent',
    'importContentInPageById',
    'createChangeRequest',
    'updateChangeRequestById',
    'updateChangeRequestContent',
    'importContentInChangeRequest',
    'importContentInChangeRequestPageById',
  ],
  'space:git:sync': ['getSpaceById', 'importGitRepository', 'exportToGitRepository', 'getSpaceGitInfo'],
  'site:metadata:read': [
    'getSiteById',
    'getSiteStructure',
    'listSiteSpaces',
    'listSiteSections',
    'listSiteSectionGroups',
    'getSiteCustomizationById',
  ],
  'site:adaptive:read': ['getSiteAdaptiveSchema', 'listSiteAdaptiveTemplateConditions'],
  'site:adaptive:write': ['updateSiteAdaptiveSchema'],
  'openapi:read': [
    'listOpenAPISpecs',
    'getOpenAPISpecBySlug',
    'listOpenAPISpecVersions',
    'getLatestOpenAPISpecVersion',
    'getLatestOpenAPISpecVersionContent',
    'getLatestOpenAPISpecVersionContentRaw',
    'getOpenAPISpecVersionById',
    'getOpenAPISpecVersionContentById',
    'getOpenAPISpecVersionContentRawById',
  ],
  'openapi:write': ['createOpenAPISpec', 'createOrUpdateOpenAPISpecBySlug', 'deleteOpenAPISpecBySlug'],
}

const SPACE_ROLES: Partial<Record<Scope, Role>> = {
  'space:content:read': 'read',
  'space:metadata:read': 'read',
  'space:content:write': 'edit',
  'space:metadata:write': 'create',
  'space:git:sync': 'create',
}

const ORGANIZATION_ROLES: Partial<Record<Scope, Role>> = {
  'site:metadata:read': 'read',
  'site:adaptive:read': 'read',
  'site:adaptive:write': 'create',
  'openapi:read': 'read',
  'openapi:write': 'create',
}

const roleIn = (roles: Partial<Record<Scope, Role>>) => (scopes: readonly Scope[]) =>
  highest(scopes.map((scope) => roles[scope] ?? null))

/** The role that scopes give on the spaces of an installation. The scopes also limit the operations. */
export const roleOnSpaces = roleIn(SPACE_ROLES)

/** The role that scopes give in the organization and on its sites. */
export const roleInOrganization = roleIn(ORGANIZATION_ROLES)
