// Dates as people read them.

const LONG = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** `15 November 2026`; a text that is no date stays what it is. */
export function dateText(text: string): string {
  const time = Date.parse(text)
  return Number.isNaN(time) ? text : LONG.format(new Date(time))
}
