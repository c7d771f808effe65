// Queued mail: a row for each cause, and a job that sends it. What a mail says is composed when it is sent, so no secret
// is stored, and what has changed in the meantime counts.
import { enqueue } from '../db/jobs.ts'
import type { Db, Row } from '../db/tables.ts'
import { newId } from '../lib/ids.ts'
import { DAY, fromNow, HOUR, MINUTE, now, SECOND, type Timestamp } from '../lib/time.ts'

export type MailKind = Row<'mails'>['kind']

interface NewMail {
  kind: MailKind
  /** Why the mail is sent. There is one mail for each cause. */
  cause: string
  /** What the mail is about, by ids. */
  data: Record<string, unknown>
  /** When to send it; now by default. */
  runAt?: Timestamp
}

export async function queueMail(db: Db, { kind, cause, data, runAt }: NewMail): Promise<void> {
  const row = { id: newId(), cause, kind, data: JSON.stringify(data), created_at: now() }
  const inserted = await db
    .insertInto('mails')
    .values({ ...row, state: 'queued', attempts: 0 })
    .onConflict((known) => known.column('cause').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted)
    await enqueue(db, {
      kind: 'send-mail',
      payload: { id: row.id },
      uniqueKey: `send-mail ${row.id}`,
      ...(runAt && { runAt }),
    })
}

export const findQueuedMail = (db: Db, id: string): Promise<Row<'mails'> | undefined> =>
  db.selectFrom('mails').selectAll().where('id', '=', id).where('state', '=', 'queued').executeTakeFirst()

export async function updateMail(
  db: Db,
  id: string,
  patch: Partial<Pick<Row<'mails'>, 'state' | 'attempts' | 'error'>>,
): Promise<void> {
  await db.updateTable('mails').set(patch).where('id', '=', id).execute()
}

const DELAYS = [10 * SECOND, 30 * SECOND, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR]

/** How long sending is tried: whoever asked for a link asks again. */
const PATIENCE: Record<MailKind, number> = {
  'sign-in-link': 30 * MINUTE,
  invitation: DAY,
  notification: DAY,
  digest: 2 * DAY,
  'email-change': 30 * MINUTE,
  'email-changed': DAY,
}

/** When to try again after a failure; undefined if it would be too late. */
export function nextAttempt({ kind, attempts, created_at }: Row<'mails'>): Timestamp | undefined {
  const next = fromNow(DELAYS[Math.min(attempts, DELAYS.length - 1)]!)
  return Date.parse(next) - Date.parse(created_at) > PATIENCE[kind] ? undefined : next
}

const RETENTION = 30 * DAY

export async function pruneMails(db: Db): Promise<void> {
  await db.deleteFrom('mails').where('created_at', '<', fromNow(-RETENTION)).execute()
}
