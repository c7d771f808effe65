// Replaces what is different in every run: ids, times, secrets, ports. The same value gets the same placeholder within a
// reply, and objects of the world have their names, so that a reply about another object is a difference.
import { tmpdir } from 'node:os'

const DAY = 86_400_000
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*'

const edge = (pattern: string) => new RegExp(`(?<![0-9A-Za-z])(?:${pattern})(?![0-9A-Za-z])`, 'g')

const TIME = edge('20\\d\\d-\\d\\d-\\d\\d(?:[T ]\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?(?:Z|[+-]\\d\\d:?\\d\\d)?)?')
const EPOCH = edge('1[789]\\d{8}(?:\\d{3})?')
const DATE = edge(`(?:[A-Z][a-z]{2}, )?(?:${MONTH} \\d{1,2},|\\d{1,2} ${MONTH}) 20\\d\\d(?: \\d\\d:\\d\\d:\\d\\d GMT)?`)
/** A time that was masked, as it is written for readers. */
const WRITTEN_TIME = /(datetime="<time[^>]*>"[^>]*>)[^<]*(?=<\/time>)/g
/** Ids, UUIDs, hashes, keys and tokens: numbered. */
const RANDOM = [
  /whsec_[\w+/=]+/g,
  // The version of an integration's script ends with a time.
  /(?<=version=\d+-)[0-9a-z]{8}\b/g,
  edge('eyJ[\\w-]+\\.[\\w-]+\\.[\\w-]+'),
  edge('[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'),
  edge('(?:[0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{32})'),
  // An id begins with the time.
  edge('0[U-Z][0-9A-Za-z]{18}'),
  // An id in base64.
  edge('MF[\\w-]{25}'),
  /(?<![\w-])(?=[\w-]*[0-9])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{32,}={0,2}(?![\w-])/g,
]

/** Names of organizations in addresses have a number if others of the server have the same title. */
const NAMES = edge('another-organization(?:-\\d+)?')

/** Names of values that are known, such as the ids of the world. */
export type Known = Record<string, string>

export type Mask = (value: unknown) => unknown

/** Masks one reply. */
export function maskWith(known: Known): Mask {
  const named = Object.entries(known)
    .filter(([, value]) => value.length >= 8)
    .sort(([, one], [, other]) => other.length - one.length)
  const numbers = new Map<string, string>()
  const numbered = (value: string): string => {
    if (!numbers.has(value)) numbers.set(value, `<${numbers.size + 1}>`)
    return numbers.get(value)!
  }
  const mask = (text: string): string => {
    let masked = text.replaceAll(tmpdir(), '<tmp>')
    for (const [name, value] of named) masked = masked.replaceAll(value, `<${name}>`)
    for (const pattern of RANDOM) masked = masked.replace(pattern, numbered)
    return masked
      .replace(NAMES, '<organization>')
      .replace(TIME, maskTime)
      .replace(WRITTEN_TIME, '$1')
      .replace(DATE, maskDate)
      .replace(EPOCH, '<epoch>')
  }
  const walk: Mask = (value) => {
    if (typeof value === 'string') return mask(value)
    if (typeof value === 'number') return EPOCH_NUMBER.test(String(value)) ? '<epoch>' : value
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    const sorted = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
    const steady = sorted.filter(([key]) => !UNSTEADY.has(key))
    return Object.fromEntries(steady.map(([key, each]) => [mask(key), walk(each)]))
  }
  return walk
}

/** What is written a while after a request, what came of it by then, and how many requests there were before. */
const UNSTEADY = new Set([
  ...['lastUsedAt', 'lastSeenAt', 'failures', 'attempts', 'correlationId'],
  ...['lastProcessedAt', 'lastProcessedErrors', 'lastProcessedErrorCount', 'lastProcessErrorCode'],
])

const EPOCH_NUMBER = /^1[789]\d{8}(\d{3})?(\.\d+)?$/

/** Times become their distance from now in days. What is years away, or another day, was written by hand. */
function maskTime(text: string): string {
  const days = Math.round((Date.parse(text) - Date.now()) / DAY)
  const isDay = !text.includes(':')
  if (Number.isNaN(days) || Math.abs(days) > (isDay ? 1 : 400)) return text
  return Math.abs(days) <= 1 ? '<time>' : `<time ${days > 0 ? '+' : ''}${days}d>`
}

const maskDate = (text: string): string => (Math.abs(Date.parse(text) - Date.now()) < 3 * DAY ? '<date>' : text)

/** Only the names and kinds of what a value has, but for what only some states have. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (typeof value !== 'object' || value === null) return typeof value
  const steady = Object.entries(value).filter(([key]) => !UNSTEADY.has(key) && key !== 'error' && key !== 'next')
  return Object.fromEntries(steady.map(([key, each]) => [key, shapeOf(each)]))
}
