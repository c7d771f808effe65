import { routes } from '../../server/operation.ts'
import {
  Notification,
  NotificationPatch,
  NotificationSettings,
  NotificationSettingsPatch,
  NotificationsQuery,
  ReadNotifications,
} from '../../shapes/notifications.ts'

export const notificationRoutes = routes('Notifications', {
  listNotifications: {
    get: '/user/notifications',
    can: 'user',
    bound: true,
    query: NotificationsQuery,
    list: Notification,
    summary: 'List your notifications, newest first',
  },
  updateNotification: {
    patch: '/user/notifications/:notificationId',
    can: 'user',
    bound: true,
    body: NotificationPatch,
    reply: Notification,
    event: 'user.notifications.read',
    summary: 'Mark a notification as read or unread',
  },
  readAllNotifications: {
    post: '/user/notifications/read',
    can: 'user',
    bound: true,
    body: ReadNotifications,
    status: 204,
    event: 'user.notifications.read',
    summary: 'Mark all your notifications as read',
  },
  getNotificationSettings: {
    get: '/user/notification-settings',
    can: 'user',
    bound: true,
    reply: NotificationSettings,
    summary: 'Get how you want to be notified',
  },
  updateNotificationSettings: {
    patch: '/user/notification-settings',
    can: 'user',
    bound: true,
    body: NotificationSettingsPatch,
    reply: NotificationSettings,
    event: 'user.notification-settings.updated',
    summary: 'Choose how you want to be notified',
  },
  muteSpace: {
    put: '/spaces/:spaceId/muted',
    can: 'space.view',
    event: 'space.muted',
    summary: 'Get no notifications of a space',
  },
  unmuteSpace: {
    delete: '/spaces/:spaceId/muted',
    can: 'space.view',
    event: 'space.unmuted',
    summary: 'Get notifications of a space again',
  },
})
