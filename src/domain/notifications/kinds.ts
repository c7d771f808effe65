// What people are notified of, and how.
import type { Row } from '../../db/tables.ts'

export type Kind = Row<'notifications'>['kind']
export type Delivery = Row<'notification_settings'>['delivery']

/** What holds until somebody chooses. */
export const DEFAULTS: Record<Kind, Delivery> = {
  mentioned: 'mail',
  replied: 'mail',
  'review-requested': 'mail',
  reviewed: 'mail',
  merged: 'console',
  conflict: 'mail',
  'import-finished': 'console',
}
