// The time that insights are about, the time before it to compare with, and figures by day, week or month.

export const RANGES = { week: 7, month: 30, quarter: 90, year: 365 } as const
export type RangeName = keyof typeof RANGES

export interface Range {
  from: string
  to: string
  interval: 'day' | 'week'
}

const DAY = 86_400_000
const HOUR = 3_600_000

/** Up to the end of this hour, so that the same question is asked for a while; `before` is the time before that. */
export function rangeOf(name: RangeName, now: Date, isBefore = false): Range {
  const span = RANGES[name] * DAY
  const end = Math.ceil(now.getTime() / HOUR) * HOUR - (isBefore ? span : 0)
  return {
    from: new Date(end - span).toISOString(),
    to: new Date(end).toISOString(),
    interval: name === 'year' ? 'week' : 'day',
  }
}

export interface Point {
  at: string
  count: number
}

/** One point for every day or week of the range, in order; those without events are zero. */
export function seriesOf({ from, to, interval }: Range, found: readonly Point[]): Point[] {
  const known = new Map(found.map(({ at, count }) => [at, count]))
  const points: Point[] = []
  const step = interval === 'day' ? DAY : 7 * DAY
  for (let at = startOf(new Date(from), interval); at < Date.parse(to); at += step) {
    const name = new Date(at).toISOString()
    points.push({ at: name, count: known.get(name) ?? 0 })
  }
  return points
}

/** Weeks begin on Monday, as the API counts them. */
function startOf(moment: Date, interval: Range['interval']): number {
  const day = Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate())
  return interval === 'day' ? day : day - ((moment.getUTCDay() + 6) % 7) * DAY
}

/** How much more than before, in percent; undefined where there was nothing before. */
export const growth = (now: number, before: number): number | undefined =>
  before === 0 ? undefined : Math.round(((now - before) / before) * 100)

/** Into so many parts a chart is divided; counts are whole. */
export const LINES = 4

/** A round number above the highest count, for the top of a chart. */
export function topOf(counts: readonly number[]): number {
  const most = Math.max(LINES, ...counts)
  const unit = 10 ** Math.floor(Math.log10(most))
  const top = [1, 1.2, 2, 4, 8, 10, 12, 20]
    .map((factor) => Math.round(factor * unit))
    .find((value) => value >= most && value % LINES === 0)
  return top ?? most
}
