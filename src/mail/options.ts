// Reads the settings of mail. SMTP_URL may contain a password, so no message repeats it.
import type { MailOptions } from './mailer.ts'

const ADDRESS = /^([^<>@"\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/

export function parseMailOptions(
  url: string | undefined,
  from: string | undefined,
  base: string,
): { options: MailOptions | undefined } | { wrong: string } {
  if (from !== undefined && !ADDRESS.test(from))
    return { wrong: `LECTERN_MAIL_FROM is "${from}": set it to an address such as Docs <docs@example.com>.` }
  if (url === undefined)
    return from === undefined
      ? { options: undefined }
      : { wrong: 'LECTERN_MAIL_FROM is set without SMTP_URL: set the SMTP server too, or unset LECTERN_MAIL_FROM.' }
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol) || new URL(url).hostname === '')
    return { wrong: 'SMTP_URL must look like smtp://user:password@mail.example.com:587, or smtps://… for port 465.' }
  return { options: { url, from: from ?? `Lectern <lectern@${new URL(base).hostname}>` } }
}
