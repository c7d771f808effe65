import type { ReplyTo } from '../api/operations.ts'

export type FontJson = ReplyTo<'GET /orgs/:organizationId/fonts'>['items'][number]
