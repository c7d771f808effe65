// The settings, and the machine they are for.
import { statfs } from 'node:fs/promises'
import type { Config } from '../../config.ts'
import type { Finding } from './finding.ts'

const OURS = /^(LECTERN_|S3_|SMTP_|DATABASE_)/
/** Read where they are used. */
const ELSEWHERE = new Set(['LECTERN_BUILD', 'LECTERN_SETTINGS'])
const NODE = [20, 19] as const
const GIGABYTE = 1024 ** 3

/** Names that look like settings and are none: most are misspelled. */
export function checkNames(environment: Record<string, string | undefined>, known: ReadonlySet<string>): Finding[] {
  const isKnown = (name: string) => known.has(name) || ELSEWHERE.has(name)
  const strange = Object.keys(environment).filter((name) => OURS.test(name) && !isKnown(name))
  if (strange.length === 0) return [{ subject: 'Settings', state: 'fine', found: 'Every setting is known and valid.' }]
  return strange.map((name) => ({
    subject: 'Settings',
    state: 'wrong',
    found: `${name} is not a setting of Lectern.`,
    advice: adviceOn(name, known),
  }))
}

function adviceOn(name: string, known: ReadonlySet<string>): string {
  const meant = [...known].find((each) => letters(each) === letters(name) || `LECTERN_${each}` === name.toUpperCase())
  return meant === undefined ? 'Correct its name, or unset it.' : `Call it ${meant}.`
}

/** Equal for names that differ in case, or in the order of letters. */
const letters = (name: string): string => [...name.toUpperCase()].sort().join('')

export function checkNode(version = process.versions.node): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isOld = major < NODE[0] || (major === NODE[0] && minor < NODE[1])
  return {
    subject: 'Node.js',
    state: isOld ? 'wrong' : 'fine',
    found: `Version ${version} on ${process.platform} ${process.arch}.`,
    ...(isOld && { advice: `Install version ${NODE.join('.')} or later.` }),
  }
}

export async function checkDisk({ data }: Config): Promise<Finding> {
  const { bavail, bsize } = await statfs(data)
  const free = (bavail * bsize) / GIGABYTE
  const state = free < 0.2 ? 'wrong' : free < 2 ? 'note' : 'fine'
  return {
    subject: 'Disk',
    state,
    found: `${free.toFixed(1)} GB are free at ${data}.`,
    ...(state !== 'fine' && { advice: 'Free some space, or move LECTERN_DATA to a larger disk.' }),
  }
}

/** Only servers on PostgreSQL can be several. */
export function checkSecret({ secretFile, database }: Config): Finding {
  const subject = 'Secret'
  if (secretFile === undefined) return { subject, state: 'fine', found: 'LECTERN_SECRET is set.' }
  const found = `The secret is in ${secretFile}.`
  if (!/^postgres/.test(database)) return { subject, state: 'fine', found }
  const advice = 'If several servers share the database, set the same LECTERN_SECRET on each of them.'
  return { subject, state: 'note', found, advice }
}
