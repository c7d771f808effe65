// When something happened, as people say it; the exact moment is in the title.
const DAY = 86_400_000

/** The way of the language of the account, which the page names. */
const locale = document.documentElement.dataset.locale ?? 'en-GB'
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long' })
const dateWithYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' })
const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' })

export const Time = ({ at }: { at: string }) => (
  <time dateTime={at} lang={locale} dir="auto" title={exact.format(new Date(at))}>
    {saidAs(new Date(at), new Date())}
  </time>
)

export function saidAs(moment: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - moment.getTime()) / 60_000)
  const asDate = moment.getFullYear() === now.getFullYear() ? date : dateWithYear
  if (minutes < -1) return comingAs(moment, now, -minutes) ?? asDate.format(moment)
  if (minutes < 1) return locale.startsWith('en') ? 'just now' : relative.format(0, 'second')
  if (minutes < 60) return relative.format(-minutes, 'minute')
  const days = Math.round((startOfDay(now) - startOfDay(moment)) / DAY)
  if (days === 0) return clock.format(moment)
  if (days < 7) return relative.format(-days, 'day')
  return asDate.format(moment)
}

function comingAs(moment: Date, now: Date, minutes: number): string | undefined {
  if (minutes < 60) return relative.format(minutes, 'minute')
  const days = Math.round((startOfDay(moment) - startOfDay(now)) / DAY)
  if (days === 0) return clock.format(moment)
  return days < 7 ? relative.format(days, 'day') : undefined
}

const startOfDay = (moment: Date): number =>
  new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime()
