export { type Addressed, type Entry, type Letter, testLetter } from './letter.ts'
export { createMailer, isRefused, type Mailer, type MailOptions } from './mailer.ts'
export { findQueuedMail, type MailKind, nextAttempt, pruneMails, queueMail, updateMail } from './mails.ts'
export { parseMailOptions } from './options.ts'
