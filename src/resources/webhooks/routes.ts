import Type from 'typebox'
import { routes } from '../../server/operation.ts'
import { NewWebhook, Webhook, WebhookDelivery, WebhookPatch, WebhookWithSecret } from './schemas.ts'

const LIST = '/orgs/:organizationId/webhooks'
const ONE = `${LIST}/:webhookId` as const
const can = 'organization.admin'

export const webhookRoutes = routes('Webhooks', {
  listWebhooks: { get: LIST, can, list: Webhook, summary: 'List the webhooks of an organization' },
  createWebhook: {
    post: LIST,
    can,
    body: NewWebhook,
    reply: WebhookWithSecret,
    status: 201,
    event: 'webhook.created',
    summary: 'Create a webhook; its secret is shown only here',
  },
  getWebhook: { get: ONE, can, reply: Webhook, summary: 'Get a webhook' },
  updateWebhook: {
    patch: ONE,
    can,
    body: WebhookPatch,
    reply: Webhook,
    event: 'webhook.updated',
    summary: 'Update a webhook, or switch it on again',
  },
  deleteWebhook: { delete: ONE, can, event: 'webhook.deleted', summary: 'Delete a webhook' },
  rotateWebhookSecret: {
    post: `${ONE}/rotate-secret`,
    can,
    reply: WebhookWithSecret,
    event: 'webhook.secret.rotated',
    summary: 'Give a webhook a new secret; messages are signed with the old one too for a day',
  },
  pingWebhook: {
    post: `${ONE}/ping`,
    can,
    reply: WebhookDelivery,
    event: 'webhook.pinged',
    summary: 'Send a test message now, also to a webhook that is switched off',
  },
  listWebhookDeliveries: {
    get: `${ONE}/deliveries`,
    can,
    query: Type.Object({ state: Type.Optional(WebhookDelivery.properties.state) }),
    list: WebhookDelivery,
    summary: 'List what was sent to a webhook in the last 30 days, the newest first',
  },
  getWebhookDelivery: {
    get: `${ONE}/deliveries/:deliveryId`,
    can,
    reply: WebhookDelivery,
    summary: 'Get a delivery',
  },
  redeliverWebhookDelivery: {
    post: `${ONE}/deliveries/:deliveryId/redeliver`,
    can,
    reply: WebhookDelivery,
    event: 'webhook.redelivered',
    summary: 'Send a message once more, now',
  },
})
