// Timestamps of the API and the database: ISO 8601 in UTC with milliseconds, so that they sort as text.

export type Timestamp = string

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

let last = { time: 0, text: '' }

export const now = (): Timestamp => timestampOf(Date.now())

/** Formats a time. The last result is cached, because a write needs several timestamps of the same millisecond. */
export function timestampOf(time: number): Timestamp {
  if (time !== last.time) last = { time, text: new Date(time).toISOString() }
  return last.text
}

/** The time `milliseconds` from now; negative for the past. */
export const fromNow = (milliseconds: number): Timestamp => new Date(Date.now() + milliseconds).toISOString()

/** Normalizes any ISO 8601 date-time. */
export const toTimestamp = (text: string): Timestamp => new Date(text).toISOString()
