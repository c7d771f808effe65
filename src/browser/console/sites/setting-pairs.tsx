// Settings with one value for light pages and one for dark ones.
import { SignPicker } from '../../ui/sign-picker.tsx'
import { words } from '../../words.ts'
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
            onInput={({ currentTarget: { value: color } }) =>
              choose(value === undefined ? { light: color, dark: color } : { ...pair, [theme]: color })
            }
          />
          <span class="faint">{`${text.themes[theme]} ${value === undefined ? text.noColor : pair[theme]}`}</span>
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

/** Addresses of two pictures. The one for dark pages is the same unless it is given. */
export function PicturesField({ label, value, choose }: FieldProps) {
  const { light, dark } = (value as Partial<Pair> | undefined) ?? {}
  const isSame = dark === light
  const set = (theme: keyof Pair, url: unknown) => {
    if (theme === 'dark') return choose({ light, dark: url ?? light })
    choose(url === undefined ? undefined : { light: url, dark: isSame ? url : dark })
  }
  const shown = { light, dark: isSame ? undefined : dark }
  return (
    <div class="pair">
      {THEMES.map((theme) => (
        <Address
          key={theme}
          label={`${label}: ${text.themes[theme]}`}
          placeholder={text.pictureOf[theme]}
          value={shown[theme]}
          isDisabled={theme === 'dark' && light === undefined}
          choose={(url) => set(theme, url)}
        />
      ))}
    </div>
  )
}

/** The icon in the tab of the browser: pictures, or an emoji. */
export function FaviconField({ label, value, choose }: FieldProps) {
  const { icon, emoji } = (value as { icon?: Pair; emoji?: string } | undefined) ?? {}
  return (
    <>
      <PicturesField
        label={label}
        value={icon}
        choose={(pair) => choose(pair === undefined ? undefined : { icon: pair })}
      />
      {!icon && (
        <SignPicker
          sign={{ emoji }}
          words={{ ...words.signs, label: text.emoji }}
          hasIcons={false}
          onChange={(sign) => choose(sign.emoji ? { emoji: sign.emoji } : undefined)}
        />
      )}
    </>
  )
}
