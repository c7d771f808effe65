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
    summary: 'Create a webhook; only this reply contains its secret',
  },
  getWebhook: { get: ONE, can, reply: Webhook, summary: 'Get a webhook' },
  updateWebhook: {
    patch: ONE,
    can,
    body: WebhookPatch,
    reply: Webhook,
    event: 'webhook.updated',
    summary: 'Update or re-enable a webhook',
  },
  deleteWebhook: { delete: ONE, can, event: 'webhook.deleted', summary: 'Delete a webhook' },
  rotateWebhookSecret: {
    post: `${ONE}/rotate-secret`,
    can,
    reply: WebhookWithSecret,
    event: 'webhook.secret.rotated',
    summary: 'Rotate the secret of a webhook; messages are signed with the old one too for a day',
  },
  pingWebhook: {
    post: `${ONE}/ping`,
    can,
    reply: WebhookDelivery,
    event: 'webhook.pinged',
    summary: 'Send a test message now, even to a disabled webhook',
  },
  listWebhookDeliveries: {
    get: `${ONE}/deliveries`,
    can,
    query: Type.Object({ state: Type.Optional(WebhookDelivery.properties.state) }),
    list: WebhookDelivery,
    summary: 'List the deliveries to a webhook in the last 30 days, newest first',
  },
  getWebhookDelivery: {
    get: `${ONE}/deliveries/:deliveryId`,
    can,
    reply: WebhookDelivery,
    summary: 'Get a delivery to a webhook',
  },
  redeliverWebhookDelivery: {
    post: `${ONE}/deliveries/:deliveryId/redeliver`,
    can,
    reply: WebhookDelivery,
    event: 'webhook.redelivered',
    summary: 'Redeliver a message now',
  },
})
