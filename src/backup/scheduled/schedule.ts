// When backups are made: at times of the day, on all days or on one, in UTC.
import { DAY, type Timestamp, timestampOf } from '../../lib/time.ts'

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const TIME = /^(?:(sun|mon|tue|wed|thu|fri|sat) )?([01]\d|2[0-3]):([0-5]\d)$/i

export interface ScheduledTime {
  /** 0 is Sunday; undefined: every day. */
  day: number | undefined
  hour: number
  minute: number
}

/** Reads times such as "02:30", "02:30, 14:30" or "sun 04:00"; `wrong` is what cannot be read. */
export function parseSchedule(text: string): { times: ScheduledTime[] } | { wrong: string } {
  const times: ScheduledTime[] = []
  for (const part of text.split(',').map((each) => each.trim())) {
    const [, day, hour, minute] = TIME.exec(part) ?? []
    if (hour === undefined || times.length === 100) return { wrong: part }
    times.push({
      day: day === undefined ? undefined : DAYS.indexOf(day.toLowerCase()),
      hour: Number(hour),
      minute: Number(minute),
    })
  }
  return { times }
}

/** The first of the times after a moment. */
export function nextTime(times: readonly ScheduledTime[], after: Timestamp): Timestamp {
  const from = Date.parse(after)
  return timestampOf(Math.min(...times.map((time) => nextOf(time, from))))
}

function nextOf({ day, hour, minute }: ScheduledTime, from: number): number {
  const today = new Date(from).setUTCHours(hour, minute, 0, 0)
  const days = [0, 1, 2, 3, 4, 5, 6, 7].map((ahead) => today + ahead * DAY)
  return days.find((time) => time > from && (day === undefined || new Date(time).getUTCDay() === day))!
}
