// Settings with one value for light pages and one for dark ones.
import { siteWords } from '../../words-sites.ts'
import { Address } from './setting-address.tsx'
import type { FieldProps } from './setting-text.tsx'

const text = siteWords.customization
const THEMES = ['light', 'dark'] as const

interface Pair {
  light: string
  dark: string
}

/** What a color field shows while nothing is chosen. */
const NONE: Pair = { light: '#808080', dark: '#808080' }

export function ColorsField({ label, value, choose }: FieldProps) {
  const pair = (value as Pair | undefined) ?? NONE
  return (
    <div class="row">
      {THEMES.map((theme) => (
        <label key={theme} class="row small">
          <input
            type="color"
            aria-label={`${label}: ${text.themes[theme]}`}
            value={sixDigits(pair[theme])}
            onInput={({ currentTarget }) => choose({ ...pair, [theme]: currentTarget.value })}
          />
          <span class="faint">{value === undefined ? text.asDefault : `${text.themes[theme]} ${pair[theme]}`}</span>
        </label>
      ))}
    </div>
  )
}

/** Browsers know colors of six digits only. */
const sixDigits = (color: string): string =>
  color.length === 4 ? `#${[...color.slice(1)].map((digit) => digit + digit).join('')}` : color.toLowerCase()

/** A tint of the whole page, from a color of its own. */
export function TintField({ label, value, choose, isChosen }: FieldProps & { isChosen: boolean }) {
  const { color } = (value as { color?: Pair } | undefined) ?? {}
  return <ColorsField label={label} value={isChosen ? color : undefined} choose={(pair) => choose({ color: pair })} />
}

/** Addresses of two pictures. The one for dark pages is the same until it is changed. */
export function PicturesField({ label, value, choose }: FieldProps) {
  const pair = (value as Partial<Pair> | undefined) ?? {}
  const set = (theme: keyof Pair, given: unknown) => {
    const url = given as string | undefined
    const other = theme === 'light' ? 'dark' : 'light'
    const isSame = pair[other] === undefined || pair[other] === pair[theme]
    const next = { ...pair, [theme]: url, ...(isSame && { [other]: url }) }
    choose(next.light && next.dark ? next : undefined)
  }
  return (
    <div class="pair">
      {THEMES.map((theme) => (
        <Address
          key={theme}
          label={`${label}: ${text.themes[theme]}`}
          placeholder={text.pictureOf[theme]}
          value={pair[theme]}
          choose={(url) => set(theme, url)}
        />
      ))}
    </div>
  )
}
