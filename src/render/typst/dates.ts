// Formats dates for readers.

const LONG = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** `15 November 2026`; text that is not a date is returned as it is. */
export function dateText(text: string): string {
  const time = Date.parse(text)
  return Number.isNaN(time) ? text : LONG.format(new Date(time))
}
