// Sends a mail. While the SMTP server fails, it is tried again with growing delays, for a limited time.
import type { Db } from '../db/tables.ts'
import { composeDigest, composeNotification } from '../domain/notifications/index.ts'
import {
  composeEmailChange,
  composeEmailChanged,
  composeInvitation,
  composeSignInLink,
} from '../domain/sessions/index.ts'
import type { Signer } from '../files/signing.ts'
import { type Addressed, findQueuedMail, isRefused, type MailKind, nextAttempt, updateMail } from '../mail/index.ts'
import type { Urls } from '../server/urls.ts'
import type { Job } from './runner.ts'

type Compose = (db: Db, means: { urls: Urls; signer: Signer }, data: never) => Promise<Addressed | undefined>

const COMPOSE: Record<MailKind, Compose> = {
  'sign-in-link': composeSignInLink,
  invitation: composeInvitation,
  notification: composeNotification,
  digest: composeDigest,
  'email-change': composeEmailChange,
  'email-changed': composeEmailChanged,
}

export const sendMail: Job = async ({ database, payload, urls, signer, mailer, logger }) => {
  const { id } = payload as { id: string }
  const mail = await findQueuedMail(database.read, id)
  if (!mail) return undefined
  const end = (state: 'sent' | 'skipped' | 'failed', error: string | null = null) =>
    database.write((db) => updateMail(db, id, { state, error }))
  const addressed = await database.write((db) =>
    COMPOSE[mail.kind](db, { urls, signer }, JSON.parse(mail.data) as never),
  )
  if (!addressed) {
    await end('skipped')
    return undefined
  }
  try {
    if (!mailer) throw new Error('SMTP_URL is not set.')
    await mailer.send({ id, to: addressed.to }, addressed.letter)
    await end('sent')
    return undefined
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const about = { mail: id, kind: mail.kind, attempts: mail.attempts + 1, reason }
    const next = isRefused(error) ? undefined : nextAttempt(mail)
    if (next === undefined) {
      logger.error(about, 'mail could not be sent and was given up')
      await end('failed', reason)
      return undefined
    }
    logger.warn({ ...about, next }, 'mail could not be sent; it will be tried again')
    await database.write((db) => updateMail(db, id, { attempts: mail.attempts + 1, error: reason }))
    return next
  }
}
