// Notifications of the admin.
import { newId } from '../../../src/lib/ids.ts'
import { now } from '../../../src/lib/time.ts'
import type { Part, World } from './part.ts'

async function notifyAdmin({ server, admin, ids }: World): Promise<string> {
  const row = { id: newId(), event_id: newId(), user_id: admin.id, space_id: ids.spaceId!, kind: 'merged' as const }
  await server.database.write((db) =>
    db
      .insertInto('notifications')
      .values({ ...row, data: '{}', created_at: now() })
      .execute(),
  )
  return row.id
}

export const notifications: Part = {
  makers: { notificationId: notifyAdmin },
  needs: {
    updateNotification: { body: () => ({ read: true }) },
    readAllNotifications: { before: notifyAdmin },
    updateNotificationSettings: { body: () => ({ kinds: { merged: 'mail' } }) },
    removeFavoriteSpace: { before: ({ admin, ids }) => admin.http.put(`/v1/user/favorites/spaces/${ids.spaceId}`) },
    removeFavoritePage: {
      before: ({ admin, ids }) => admin.http.put(`/v1/user/favorites/spaces/${ids.spaceId}/pages/${ids.pageId}`),
    },
    removeFavoriteSite: {
      before: ({ admin, ids }) => admin.http.put(`/v1/user/favorites/orgs/${ids.organizationId}/sites/${ids.siteId}`),
    },
    unmuteSpace: { before: ({ admin, ids }) => admin.http.put(`/v1/spaces/${ids.spaceId}/muted`) },
  },
}
