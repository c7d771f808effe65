// Sends mail through the SMTP server of the operator. The library is loaded with the first mail.
import { drawLetter, type Letter } from './letter.ts'

/** SMTP_URL and LECTERN_MAIL_FROM. */
export interface MailOptions {
  url: string
  from: string
}

export interface Envelope {
  /** Sent again, a mail has the same id, so that mailboxes can tell. */
  id: string
  to: string
}

export interface Mailer {
  /** Resolves once the SMTP server has taken the mail. */
  send(envelope: Envelope, letter: Letter): Promise<void>
  /** Throws unless the SMTP server lets this server in. */
  verify(): Promise<void>
}

const TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000, dnsTimeout: 15_000 }

export function createMailer({ url, from }: MailOptions): Mailer {
  let opened: ReturnType<typeof open> | undefined
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({ url, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true })
  }
  return {
    async send({ id, to }, letter) {
      opened ??= open()
      await (await opened).sendMail({
        from,
        // An object: text would be read as a list of addresses.
        to: { name: '', address: to },
        subject: letter.subject,
        ...drawLetter(letter),
        messageId: `<${id}@${hostOf(from)}>`,
        headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribing(letter) },
      })
    },
    async verify() {
      opened ??= open()
      await (await opened).verify()
    },
  }
}

const hostOf = (from: string) => /@([^\s>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'

// RFC 8058: mail programs show a button that sends a POST.
const unsubscribing = ({ unsubscribeUrl }: Letter) =>
  unsubscribeUrl === undefined
    ? {}
    : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

/** True if trying again cannot help: the SMTP server refused this recipient or this mail for good. */
export function isRefused(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500
}
