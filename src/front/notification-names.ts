// What people are notified of, in words: they complete “You hear …” and “You get a mail …”.
import type { Deliveries } from '../domain/notifications/index.ts'

/** The path of the page where people choose. */
export const SETTINGS = '/account/notifications'

/** The path of the links that end mails of one kind. */
export const UNSUBSCRIBE = '/unsubscribe/:userId/:from/:signature'

export const NOTIFICATIONS: Record<keyof Deliveries, string> = {
  mentioned: 'when somebody mentions you',
  replied: 'when somebody replies to you',
  'review-requested': 'when somebody asks for your review',
  reviewed: 'when somebody reviews your change request',
  merged: 'when a change request is merged',
  conflict: 'when your change request has conflicts',
  'import-finished': 'when your import is finished',
}
