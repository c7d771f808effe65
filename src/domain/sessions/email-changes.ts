// Changes the address of a user once somebody has opened the link that was sent to the new one. The secret of the link is
// only in the mail.
import { isUniqueViolation } from '../../db/dialect.ts'
import type { Db, Row } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import { sha256 } from '../../lib/hash.ts'
import { randomBase62 } from '../../lib/ids.ts'
import { normalizeEmail } from '../../lib/text.ts'
import { fromNow, MINUTE, now } from '../../lib/time.ts'
import { type Addressed, queueMail } from '../../mail/index.ts'
import type { Urls } from '../../server/urls.ts'
import { FIRST_ADMIN_EMAIL, findUser, findUserByEmail } from '../people/index.ts'
import { removeSignInLinksOf } from './links.ts'

const LIFETIME = 30 * MINUTE
const SECRET_LENGTH = 40

/** Sends a link to the new address. If somebody else has it, they are told instead: the answer does not tell. */
export const sendEmailChange = (db: Db, change: { cause: string; userId: string; email: string }) =>
  queueMail(db, {
    kind: 'email-change',
    cause: `email-change ${change.cause}`,
    data: { userId: change.userId, email: normalizeEmail(change.email) },
  })

export async function composeEmailChange(
  db: Db,
  { urls: { base } }: { urls: Urls },
  { userId, email }: { userId: string; email: string },
): Promise<Addressed | undefined> {
  const user = await findUser(db, userId)
  if (!user || user.deleted_at !== null || user.email === email) return undefined
  if (await findUserByEmail(db, email)) return { to: email, letter: takenLetter(base) }
  const secret = randomBase62(SECRET_LENGTH)
  await db
    .insertInto('email_changes')
    .values({ hash: sha256(secret), user_id: userId, email_before: user.email, email, expires_at: fromNow(LIFETIME) })
    .execute()
  return {
    to: email,
    letter: {
      subject: 'Confirm your new address',
      lines: [
        `Hello ${user.display_name},`,
        `This link makes ${email} the address of your account. It works once, within 30 minutes.`,
      ],
      button: { label: 'Use this address', url: `${base}/account/email/${secret}` },
      notes: ['If you did not ask for this, ignore this mail. Nothing changes without the link.'],
    },
  }
}

const takenLetter = (base: string): Addressed['letter'] => ({
  subject: 'You already have an account',
  lines: ['Somebody asked to use this address for another account. You have an account with it already.'],
  button: { label: 'Sign in', url: `${base}/sign-in` },
  notes: ['If you did not ask for this, ignore this mail. Nothing has changed.'],
})

export async function findEmailChange(db: Db, secret: string): Promise<Row<'email_changes'> | undefined> {
  const change = await db
    .selectFrom('email_changes')
    .selectAll()
    .where('hash', '=', sha256(secret))
    .where('expires_at', '>', now())
    .executeTakeFirst()
  const user = change && (await findUser(db, change.user_id))
  return user?.email === change?.email_before ? change : undefined
}

/** Uses the link up. Whoever opened it has the new address, so it is verified. The old address is told. */
export async function completeEmailChange(db: Db, change: Row<'email_changes'>): Promise<void> {
  const { user_id, email_before, email, hash } = change
  await db.deleteFrom('email_changes').where('user_id', '=', user_id).execute()
  await changeEmail(db, user_id, email)
  await sendEmailChanged(db, { cause: hash, userId: user_id, before: email_before, email })
}

interface Changed {
  userId: string
  before: string
  email: string
}

/** Tells the old address that it is no longer that of the account: somebody else may be behind the change. */
export const sendEmailChanged = (db: Db, { cause, ...data }: Changed & { cause: string }) =>
  queueMail(db, { kind: 'email-changed', cause: `email-changed ${cause}`, data: { ...data } })

export async function composeEmailChanged(
  db: Db,
  { urls: { base } }: { urls: Urls },
  { userId, before, email }: Changed,
): Promise<Addressed | undefined> {
  const user = await findUser(db, userId)
  if (!user || user.deleted_at !== null || before === FIRST_ADMIN_EMAIL) return undefined
  return {
    to: before,
    letter: {
      subject: 'Your email address has changed',
      lines: [`Hello ${user.display_name},`, `Your account no longer has this address. It is now ${email}.`],
      button: { label: 'Open Lectern', url: base },
      notes: ['If you did not change it, ask an administrator at once: somebody else may be in your account.'],
    },
  }
}

/** Throws 409 if another account has the address. */
export async function changeEmail(db: Db, userId: string, email: string): Promise<void> {
  await removeSignInLinksOf(db, userId)
  try {
    await db
      .updateTable('users')
      .set({ email: normalizeEmail(email), email_verified_at: now(), vouched_by: null })
      .where('id', '=', userId)
      .execute()
  } catch (error) {
    throw isUniqueViolation(error) ? problem('emailTaken') : error
  }
}

export async function pruneEmailChanges(db: Db): Promise<void> {
  await db.deleteFrom('email_changes').where('expires_at', '<=', now()).execute()
}
