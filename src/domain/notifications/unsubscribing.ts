// Links in mails that end mails of one kind, without signing in. They are signed, and work until the kind is changed
// again.
import type { Db } from '../../db/tables.ts'
import { appendEvent } from '../../events/events.ts'
import type { Signer } from '../../files/signing.ts'
import type { Urls } from '../../server/urls.ts'
import { KINDS } from '../../shapes/notifications.ts'
import { findUser } from '../people/index.ts'
import type { Delivery, Kind } from './kinds.ts'
import { findDeliveries, putDeliveries } from './settings.ts'

/** A kind of notification, or the daily mail. */
export type Subscription = Kind | 'digest'

const isSubscription = (name: string): name is Subscription =>
  name === 'digest' || (KINDS as readonly string[]).includes(name)

export const unsubscribeUrl = (urls: Urls, signer: Signer, userId: string, from: Subscription): string =>
  `${urls.base}/unsubscribe/${userId}/${from}/${signer.sign('unsubscribe', userId, from)}`

export interface Subscribed {
  userId: string
  from: Subscription
}

/** Undefined if the link is not one of ours. */
export const readUnsubscribing = (
  signer: Signer,
  { userId, from, signature }: { userId: string; from: string; signature: string },
): Subscribed | undefined =>
  isSubscription(from) && signer.isSigned(signature, 'unsubscribe', userId, from) ? { userId, from } : undefined

/** The kinds of notifications whose mails would end. */
async function listMailed(db: Db, { userId, from }: Subscribed): Promise<Kind[]> {
  if (!(await findUser(db, userId))) return []
  const current = Object.entries(await findDeliveries(db, userId)) as [Kind, Delivery][]
  return current
    .filter(([kind, delivery]) => (from === 'digest' ? delivery === 'digest' : kind === from && delivery === 'mail'))
    .map(([kind]) => kind)
}

export const isSubscribed = async (db: Db, subscribed: Subscribed): Promise<boolean> =>
  (await listMailed(db, subscribed)).length > 0

/** Ends the mails; the notifications stay in the console. */
export async function unsubscribe(db: Db, subscribed: Subscribed, requestId: string): Promise<void> {
  const { userId } = subscribed
  const ended = await listMailed(db, subscribed)
  if (ended.length === 0) return
  await putDeliveries(db, userId, Object.fromEntries(ended.map((kind) => [kind, 'console'])))
  await appendEvent(db, {
    organizationId: null,
    action: 'user.notification-settings.updated',
    actorId: null,
    tokenId: null,
    target: { kind: 'user', id: userId },
    data: {},
    requestId,
  })
}
