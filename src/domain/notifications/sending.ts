// Sends notifications by mail: at once, or once a day. What a mail says is decided when it is sent: whoever has read the
// notification, muted the space, changed their mind or lost access gets nothing.
import type { Db } from '../../db/tables.ts'
import type { Signer } from '../../files/signing.ts'
import { localeOf, writeMinute } from '../../lib/locales.ts'
import { DAY, HOUR, timestampOf } from '../../lib/time.ts'
import { type Addressed, queueMail } from '../../mail/index.ts'
import type { Urls } from '../../server/urls.ts'
import { findUser } from '../people/index.ts'
import type { Delivery } from './kinds.ts'
import type { Notification } from './notifications.ts'
import { appUrlOf, describe, excerptOf, titleOf } from './presenter.ts'
import { findDeliveries, mutedSpacesOf } from './settings.ts'
import { unsubscribeUrl } from './unsubscribing.ts'
import { canSee } from './visibility.ts'

/** The daily mail is sent at seven in the morning, in UTC. */
const DIGEST_TIME = 7 * HOUR
const MAX_ENTRIES = 50

export async function queueDelivery(db: Db, { id, user_id }: Notification, delivery: Delivery): Promise<void> {
  if (delivery === 'mail') await queueMail(db, { kind: 'notification', cause: `notification ${id}`, data: { id } })
  if (delivery !== 'digest') return
  const until = nextDigest(Date.now())
  const cause = `digest ${user_id} ${until}`
  await queueMail(db, { kind: 'digest', cause, data: { userId: user_id, until }, runAt: until })
}

const nextDigest = (time: number) => timestampOf(Math.floor((time - DIGEST_TIME) / DAY + 1) * DAY + DIGEST_TIME)

interface Means {
  urls: Urls
  signer: Signer
}

export async function composeNotification(
  db: Db,
  { urls, signer }: Means,
  { id }: { id: string },
): Promise<Addressed | undefined> {
  const row = await db.selectFrom('notifications').selectAll().where('id', '=', id).executeTakeFirst()
  const [sendable] = row ? await keepSendable(db, row.user_id, 'mail', [row]) : []
  const user = sendable && (await findUser(db, sendable.user_id))
  if (!user?.email.includes('@')) return undefined
  const [described] = await describe(db, [sendable!])
  const excerpt = excerptOf(described!)
  return {
    to: user.email,
    letter: {
      subject: titleOf(described!),
      lines: excerpt === undefined ? [] : [excerpt],
      button: { label: 'Open', url: appUrlOf(described!, urls) },
      notes: ['Your notification settings ask for this mail.'],
      unsubscribeUrl: unsubscribeUrl(urls, signer, user.id, sendable!.kind),
    },
  }
}

export async function composeDigest(
  db: Db,
  { urls, signer }: Means,
  { userId, until }: { userId: string; until: string },
): Promise<Addressed | undefined> {
  const user = await findUser(db, userId)
  if (!user?.email.includes('@')) return undefined
  const rows = await db
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', userId)
    .where('created_at', '<=', until)
    .where('created_at', '>', timestampOf(Date.parse(until) - DAY))
    .where('read_at', 'is', null)
    .orderBy('id')
    .execute()
  const described = await describe(db, await keepSendable(db, userId, 'digest', rows))
  if (described.length === 0) return undefined
  const count = described.length === 1 ? 'One notification' : `${described.length} notifications`
  return {
    to: user.email,
    letter: {
      subject: `${count} since yesterday`,
      lines: described.length > MAX_ENTRIES ? [`The first ${MAX_ENTRIES} are listed here.`] : [],
      entries: described.slice(0, MAX_ENTRIES).map((each) => ({
        title: titleOf(each),
        detail: excerptOf(each) ?? each.space.title,
        when: { text: writeMinute(each.row.created_at, user.language), language: localeOf(user.language) },
        url: appUrlOf(each, urls),
      })),
      notes: ['Your notification settings ask for this daily mail.'],
      unsubscribeUrl: unsubscribeUrl(urls, signer, userId, 'digest'),
    },
  }
}

/** Those that are unread and about something the person can see, hears of, and wants delivered this way. */
async function keepSendable(
  db: Db,
  userId: string,
  delivery: Delivery,
  rows: readonly Notification[],
): Promise<Notification[]> {
  const deliveries = await findDeliveries(db, userId)
  const muted = new Set((await mutedSpacesOf(db, userId).execute()).map(({ space_id }) => space_id))
  const seen = new Map<string, boolean>()
  const kept: Notification[] = []
  for (const row of rows) {
    if (row.read_at !== null || deliveries[row.kind] !== delivery || muted.has(row.space_id)) continue
    if (!seen.has(row.space_id)) seen.set(row.space_id, await canSee(db, userId, row.space_id))
    if (seen.get(row.space_id)) kept.push(row)
  }
  return kept
}
