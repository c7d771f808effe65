// How the languages of people write dates and times, in UTC. Who has chosen none reads British English.
import type { Timestamp } from './time.ts'

const DEFAULT = 'en-GB'

/** True for the tag of a language whose dates this server can write. */
export function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0
  } catch {
    return false
  }
}

export const localeOf = (language: string | null): string =>
  language !== null && isLocale(language) ? language : DEFAULT

const DAY = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
const MINUTE = { ...DAY, hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const

/** 16 Nov 2026 */
export const writeDay = (at: Timestamp, language: string | null): string =>
  new Intl.DateTimeFormat(localeOf(language), DAY).format(new Date(at))

/** 16 Nov 2026, 22:20 UTC */
export const writeMinute = (at: Timestamp, language: string | null): string =>
  new Intl.DateTimeFormat(localeOf(language), MINUTE).format(new Date(at))

/** The name of a language in that language: `Deutsch`. */
export const nameOfLanguage = (tag: string): string =>
  new Intl.DisplayNames([localeOf(tag)], { type: 'language' }).of(tag) ?? tag
