import type { ReplyTo } from '../api/operations.ts'

export type IntegrationJson = ReplyTo<'GET /integrations/:integrationName'>
export type InstallationJson = ReplyTo<'GET /integrations/:integrationName/installations/:installationId'>

export const INSTALLATIONS = 'GET /orgs/:organizationId/installations'
