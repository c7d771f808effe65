// The picture that stands for a page where its link is shared, if its author chose none.
import { DEFAULTS, settingsOf } from '../../domain/customization/index.ts'
import type { Page } from '../../engine/tree/records.ts'
import { sha256 } from '../../lib/hash.ts'
import { BUILD } from '../../lib/version.ts'
import { emojiText } from '../../render/emoji.ts'
import type { Card, CardLogo } from '../../render/typst/index.ts'
import type { Customization } from '../../shapes/customization.ts'
import { parseColor, textOn, toHex } from '../look/colors.ts'
import { NEUTRALS, paletteOf } from '../look/palette.ts'
import { socialHref } from '../paths.ts'
import type { VisitedSpace } from '../visit.ts'

interface Shown {
  title: string
  description: string | undefined
  site: string
  settings: Customization
  /** The theme that the site was given; undefined: that of the reader's system. */
  theme: string | undefined
}

function shownOn({ site, route }: VisitedSpace, { title, description }: Page): Shown {
  const settings = settingsOf(site, route.siteSpace)
  return { title, description, site: settings.title ?? site.title, settings, theme: settings.themes.default }
}

/** Names everything that the picture shows. */
export function socialVersion(visited: VisitedSpace, page: Page): string {
  const { settings, ...texts } = shownOn(visited, page)
  const { styling, header, favicon } = settings
  return sha256(JSON.stringify([BUILD, texts, styling, header.preset, header.logo, favicon.emoji]))
}

/** The logo of the site in the theme of the picture; undefined if it has none. */
export function logoUrl({ site, route }: VisitedSpace): string | undefined {
  const { header, themes } = settingsOf(site, route.siteSpace)
  return (themes.default === 'dark' && header.logo?.dark) || header.logo?.light
}

/** Its address says what it shows, because those who show links keep pictures for long. */
export const socialUrl = (visited: VisitedSpace, page: Page): string =>
  socialHref(visited.base, page.id, socialVersion(visited, page).slice(0, 16))

export function cardOf(visited: VisitedSpace, page: Page, logo: CardLogo | undefined): Card {
  const { title, description, site, settings, theme: chosen } = shownOn(visited, page)
  const theme = chosen === 'dark' ? 'dark' : 'light'
  const values = paletteOf(settings, theme)
  const neutral = (name: 'paper' | 'ink' | 'soft') =>
    toHex(values[name] ?? parseColor(NEUTRALS[name][theme === 'light' ? 0 : 1]))
  const accent = values.accent ?? parseColor(DEFAULTS.styling.primaryColor[theme])
  const { emoji } = settings.favicon
  return {
    title,
    description,
    site,
    emoji: emoji && emojiText(emoji),
    logo,
    colors: {
      paper: neutral('paper'),
      ink: neutral('ink'),
      soft: neutral('soft'),
      accent: toHex(accent),
      onAccent: toHex(textOn(accent)),
    },
  }
}
