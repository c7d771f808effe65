// Parses the expiry of a token: a date, or a time from now.
import { DAY, fromNow, HOUR, MINUTE, now, type Timestamp, toTimestamp } from '../lib/time.ts'
import { CommandError } from './failures.ts'

const UNITS: Record<string, number> = { m: MINUTE, h: HOUR, d: DAY, w: 7 * DAY, y: 365 * DAY }

export function parseExpiry(text: string): Timestamp {
  const expiry = parse(text)
  if (expiry === undefined) {
    throw new CommandError(
      `--expires is "${text}": give a time from now such as 12h, 30d or 1y, or a date such as 2030-01-31.`,
    )
  }
  if (expiry <= now()) throw new CommandError(`--expires is "${text}", which is in the past.`)
  return expiry
}

function parse(text: string): Timestamp | undefined {
  const [, count, unit] = /^(\d{1,5})([mhdwy])$/.exec(text) ?? []
  if (count && unit) return fromNow(Number(count) * UNITS[unit]!)
  const isDate = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(text) && !Number.isNaN(Date.parse(text))
  return isDate ? toTimestamp(text) : undefined
}
