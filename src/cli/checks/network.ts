// What others reach, and what the server reaches: its own address, names of sites, mail, files.
import { lookup } from 'node:dns/promises'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname } from 'node:path'
import { describeTarget } from '../../backup/scheduled/index.ts'
import type { Config } from '../../config.ts'
import { s3Backend } from '../../files/s3.ts'
import { createMailer } from '../../mail/index.ts'
import { type Finding, reasonOf } from './finding.ts'

const PATIENCE = 10_000
const LOCAL = /^(localhost|127\.|\[::1\])/

export async function checkAddress({ url, host }: Config): Promise<Finding[]> {
  const subject = 'Address'
  const { protocol, hostname } = new URL(url)
  const isOpen = protocol === 'http:' && !LOCAL.test(hostname)
  const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(PATIENCE) }).then(
    async (response) =>
      response.ok && (await response.text()).includes('alive') ? 'ours' : `status ${response.status}`,
    (error: Error) => reasonOf(error).replace(/\.$/, ''),
  )
  const isOurs = answer === 'ours'
  return [
    {
      subject,
      state: isOurs ? 'fine' : 'wrong',
      found: isOurs ? `Lectern answers at ${url}.` : `Lectern does not answer at ${url}: ${answer}.`,
      ...(!isOurs && { advice: LOCAL.test(hostname) ? START : `${START} ${aboutHost(host)}` }),
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

const START = 'Start the server. If it runs, check LECTERN_URL and PORT.'

const aboutHost = (host: string): string =>
  LOCAL.test(host)
    ? 'Without a proxy on this machine, set HOST=0.0.0.0: it listens to this machine only.'
    : 'If there is a proxy, check that it leads here.'

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

/** Backups on schedule: that their folder or bucket is there for this user. */
export async function checkBackups({ backup }: Config): Promise<Finding[]> {
  const subject = 'Backups'
  if (!backup)
    return [
      {
        subject,
        state: 'note',
        found: 'The server makes no backups.',
        advice: 'Set LECTERN_BACKUP_TO, or make them yourself: lectern backup.',
      },
    ]
  if ('folder' in backup.to) await access(await existing(backup.to.folder), constants.W_OK)
  else for await (const _path of s3Backend(backup.to.s3).list('backups')) break
  return [{ subject, state: 'fine', found: `Backups go to ${describeTarget(backup)}.` }]
}

/** The folder, or the one in which it will be created. */
const existing = (folder: string): Promise<string> =>
  access(folder).then(
    () => folder,
    () => existing(dirname(folder)),
  )

export async function checkFiles({ s3, data }: Config): Promise<Finding[]> {
  const subject = 'Files'
  if (!s3) return [{ subject, state: 'fine', found: `Files are in ${data}.` }]
  for await (const _path of s3Backend(s3).list()) break
  return [{ subject, state: 'fine', found: `The bucket ${s3.bucket} can be read.` }]
}
