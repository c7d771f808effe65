// Time as the API and the database write it: UTC, milliseconds, ISO 8601. Such strings sort by time.

export type Timestamp = string

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

let last = { time: 0, text: '' }

export const now = (): Timestamp => timestampOf(Date.now())

/** Written once a millisecond: a write asks several times, and many writes may share one. */
export function timestampOf(time: number): Timestamp {
  if (time !== last.time) last = { time, text: new Date(time).toISOString() }
  return last.text
}

/** The moment `milliseconds` from now; negative for the past. */
export const fromNow = (milliseconds: number): Timestamp => new Date(Date.now() + milliseconds).toISOString()

/** Any ISO 8601 date-time in the one form that sorts. */
export const toTimestamp = (text: string): Timestamp => new Date(text).toISOString()
