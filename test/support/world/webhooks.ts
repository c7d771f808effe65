// Webhooks, their deliveries, and the audit log.
import { at } from '../operations.ts'
import { make, ORGANIZATION, type Part } from './part.ts'

export const webhooks: Part = {
  makers: {
    webhookId: (world) =>
      make(world, `${ORGANIZATION}/webhooks`, { url: 'https://webhook.invalid/', events: ['webhook.pinged'] }),
    // Deliveries fail in tests, which is an outcome too.
    deliveryId: (world) => make(world, `${ORGANIZATION}/webhooks/:webhookId/ping`, {}),
    auditEventId: async ({ admin, ids }) =>
      (await admin.http.get(at(`${ORGANIZATION}/audit-events`, ids))).body.items[0].id,
  },
  pointing: [
    { id: 'createWebhook', body: (ids) => ({ url: 'https://example.com/', spaces: [ids.spaceId] }) },
    { id: 'createWebhook', body: (ids) => ({ url: 'https://example.com/', sites: [ids.siteId] }) },
  ],
}
