import type { ReplyTo } from '../api/operations.ts'

export type MemberJson = ReplyTo<'GET /orgs/:organizationId/members'>['items'][number]
