// What all locales say by the rules of their language: dates and numbers.

export function dateIn(locale: string): (iso: string) => string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  return (iso) => {
    const time = Date.parse(iso)
    return Number.isNaN(time) ? iso : format.format(new Date(time))
  }
}

type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

/** The form for a number, with the number in place of `#`. */
export function countIn(locale: string, forms: Forms): (count: number) => string {
  const rules = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  return (count) => (forms[rules.select(count)] ?? forms.other).replace('#', numbers.format(count))
}
