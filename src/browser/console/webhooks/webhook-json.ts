import type { ReplyTo } from '../api/operations.ts'

export type WebhookJson = ReplyTo<'GET /orgs/:organizationId/webhooks/:webhookId'>
