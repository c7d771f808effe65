// Which settings the form of a site has, in which groups, and how each is chosen.
import type { siteWords } from '../../words-sites.ts'

export type SettingPath = keyof typeof siteWords.customization.labels
export type GroupName = keyof typeof siteWords.customization.groups

export type Kind =
  | { kind: 'choice'; values: readonly string[] }
  | { kind: 'switch' }
  | { kind: 'text'; maxLength: number }
  | { kind: 'url' }
  | { kind: 'colors' | 'tint' | 'pictures' | 'favicon' | 'links' | 'footer' | 'announcement' }
  | { kind: 'font'; names: readonly { value: string; label: string }[] }

const choice = (...values: string[]): Kind => ({ kind: 'choice', values })
const onOff: Kind = { kind: 'switch' }
const url: Kind = { kind: 'url' }
const colors: Kind = { kind: 'colors' }

/** As people write them; the API writes them without spaces. */
const FONTS =
  'ABC Favorit, Inter, Roboto, Roboto Slab, Open Sans, Source Sans Pro, Lato, Ubuntu, Raleway, Merriweather, Overpass, Noto Sans, IBM Plex Serif, Poppins, Fira Sans'
const MONOSPACE_FONTS =
  'Fira Code, IBM Plex Mono, JetBrains Mono, Source Code Pro, Roboto Mono, Space Mono, DM Mono, Inconsolata'
const fonts = (names: string): Kind => ({
  kind: 'font',
  names: names.split(', ').map((name) => ({ value: name.replaceAll(' ', ''), label: name })),
})

export const GROUPS: Record<GroupName, Partial<Record<SettingPath, Kind>>> = {
  brand: {
    title: { kind: 'text', maxLength: 128 },
    favicon: { kind: 'favicon' },
    'header.logo': { kind: 'pictures' },
    'internationalization.locale': choice('en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br', 'ru'),
  },
  colors: {
    'styling.primaryColor': colors,
    'styling.tint': { kind: 'tint' },
    'styling.infoColor': colors,
    'styling.successColor': colors,
    'styling.warningColor': colors,
    'styling.dangerColor': colors,
  },
  look: {
    'styling.theme': choice('clean', 'muted', 'bold', 'gradient'),
    'themes.default': choice('light', 'dark'),
    'themes.toggeable': onOff,
    'styling.corners': choice('straight', 'rounded', 'circular'),
    'styling.depth': choice('subtle', 'flat'),
    'styling.background': choice('plain', 'match'),
    'styling.links': choice('default', 'accent'),
    'styling.icons': choice('regular', 'solid', 'duotone', 'light', 'thin'),
    'styling.sidebar.background': choice('default', 'filled'),
    'styling.sidebar.list': choice('default', 'pill', 'line'),
    'styling.search': choice('prominent', 'subtle'),
  },
  type: {
    'styling.font': fonts(FONTS),
    'styling.monospaceFont': fonts(MONOSPACE_FONTS),
  },
  header: {
    'header.preset': choice('default', 'bold', 'contrast', 'custom', 'none'),
    'header.backgroundColor': colors,
    'header.linkColor': colors,
    'header.links': { kind: 'links' },
    announcement: { kind: 'announcement' },
  },
  footer: {
    'footer.logo': { kind: 'pictures' },
    'footer.copyright': { kind: 'text', maxLength: 300 },
    'footer.groups': { kind: 'footer' },
    'trademark.enabled': onOff,
  },
  pages: {
    'pagination.enabled': onOff,
    'pageActions.markdown': onOff,
    'pageActions.externalAI': onOff,
    'pdf.enabled': onOff,
    'git.showEditLink': onOff,
    'feedback.enabled': onOff,
    'externalLinks.target': choice('self', 'blank'),
  },
  sharing: {
    'socialPreview.url': url,
    'privacyPolicy.url': url,
    'insights.trackingCookie': onOff,
  },
}

/** Every setting of the form. */
export const PATHS = Object.values(GROUPS).flatMap((settings) => Object.keys(settings) as SettingPath[])
