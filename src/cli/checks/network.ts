// What others reach, and what the server reaches: its own address, names of sites, mail, files.
import { lookup } from 'node:dns/promises'
import type { Config } from '../../config.ts'
import { s3Backend } from '../../files/s3.ts'
import { createMailer } from '../../mail/index.ts'
import type { Finding } from './finding.ts'

const PATIENCE = 10_000
const LOCAL = /^(localhost|127\.|\[::1\])/

export async function checkAddress({ url }: Config): Promise<Finding[]> {
  const subject = 'Address'
  const { protocol, hostname } = new URL(url)
  const isOpen = protocol === 'http:' && !LOCAL.test(hostname)
  const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(PATIENCE) }).then(
    async (response) =>
      response.ok && (await response.text()).includes('alive') ? 'ours' : `status ${response.status}`,
    (error: Error) => (error.cause as Error | undefined)?.message ?? error.message,
  )
  const isOurs = answer === 'ours'
  return [
    {
      subject,
      state: isOurs ? 'fine' : 'wrong',
      found: isOurs ? `Lectern answers at ${url}.` : `Lectern does not answer at ${url}: ${answer}.`,
      ...(!isOurs && { advice: 'Start the server, and let LECTERN_URL and the proxy lead to it.' }),
    },
    ...(isOpen
      ? [
          {
            subject,
            state: 'note' as const,
            found: 'The address has no TLS: passwords and sessions can be read on the way.',
            advice: 'Put a proxy with a certificate in front, and set LECTERN_URL to https://….',
          },
        ]
      : []),
  ]
}

/** Any name below the host has to lead here. */
export async function checkWildcard(name: string, host: string | undefined): Promise<Finding[]> {
  if (host === undefined) return []
  const asked = `lectern-doctor.${host.replace(/:\d+$/, '')}`
  const { address } = await lookup(asked)
  return [{ subject: name, state: 'fine', found: `${asked} leads to ${address}.` }]
}

export async function checkMail({ mail }: Config): Promise<Finding[]> {
  const subject = 'Mail'
  if (!mail)
    return [
      {
        subject,
        state: 'note',
        found: 'The server sends no mail.',
        advice: 'Set SMTP_URL, or hand over links yourself: lectern user link.',
      },
    ]
  await createMailer(mail).verify()
  return [{ subject, state: 'fine', found: `The SMTP server takes mail from ${mail.from}.` }]
}

export async function checkFiles({ s3, data }: Config): Promise<Finding[]> {
  const subject = 'Files'
  if (!s3) return [{ subject, state: 'fine', found: `Files are in ${data}.` }]
  for await (const _path of s3Backend(s3).list()) break
  return [{ subject, state: 'fine', found: `The bucket ${s3.bucket} can be read.` }]
}
