export type { Addressed, Entry, Letter } from './letter.ts'
export { createMailer, isRefused, type Mailer, type MailOptions } from './mailer.ts'
export { findQueuedMail, type MailKind, nextAttempt, pruneMails, queueMail, updateMail } from './mails.ts'
export { parseMailOptions } from './options.ts'
