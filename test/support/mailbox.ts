// An SMTP server that keeps what it receives, and refuses mail when a test says so.
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll } from 'vitest'

export interface ReceivedMail {
  from: string
  to: string[]
  /** Lower-case names, unfolded values. */
  headers: Record<string, string>
  text: string
  html: string
}

export interface Mailbox {
  /** SMTP_URL, once the tests run. */
  url: string
  received: ReceivedMail[]
  /** Answers mail to this address with a status; without one, it is accepted. */
  refuse(address: string, status: number | undefined): void
  /** Waits for a number of mails to an address, and returns them. */
  waitFor(address: string, count?: number): Promise<ReceivedMail[]>
}

/** Starts a mailbox for this test file. Call it before the server that sends to it. */
export function startedMailbox(): Mailbox {
  const refused = new Map<string, number>()
  const mailbox: Mailbox = {
    url: '',
    received: [],
    refuse: (address, status) => void (status === undefined ? refused.delete(address) : refused.set(address, status)),
    async waitFor(address, count = 1) {
      const found = () => mailbox.received.filter(({ to }) => to.includes(address))
      while (found().length < count) await new Promise((resolve) => setTimeout(resolve, 20))
      return found()
    },
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const status = refused.get(address)
      done(status === undefined ? null : Object.assign(new Error('Refused'), { responseCode: status }))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom ? mailFrom.address : ''
        mailbox.received.push({ from, to: rcptTo.map(({ address }) => address), ...parse(Buffer.concat(chunks)) })
        done()
      })
    },
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    mailbox.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  })
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return mailbox
}

/** Reads a mail with a text and an HTML part. */
function parse(bytes: Buffer): Pick<ReceivedMail, 'headers' | 'text' | 'html'> {
  const { headers, body } = split(bytes.toString('latin1'))
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')![1]!
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r\n/, '')))
  const part = (type: string) => decode(parts.find((one) => one.headers['content-type']?.startsWith(type))!)
  return { headers, text: part('text/plain'), html: part('text/html') }
}

function split(text: string): { headers: Record<string, string>; body: string } {
  const at = text.indexOf('\r\n\r\n')
  const lines = text
    .slice(0, at)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = lines.map((line) => [line.split(':', 1)[0]!.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()])
  return { headers: Object.fromEntries(headers), body: text.slice(at + 4) }
}

function decode({ headers, body }: { headers: Record<string, string>; body: string }): string {
  const encoding = headers['content-transfer-encoding']
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  const bytes = encoding === 'quoted-printable' ? unquote(body) : body
  return Buffer.from(bytes, 'latin1').toString().replaceAll('\r\n', '\n')
}

const unquote = (text: string) =>
  text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
