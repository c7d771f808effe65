// The settings of a site: the defaults, what was set over them, and what a site space sets over that.
import type { TObject } from 'typebox'
import { Customization, isGroup, type Settings } from './schemas.ts'

const both = (color: string) => ({ light: color, dark: color })

export const DEFAULTS: Customization = {
  styling: {
    theme: 'clean',
    primaryColor: both('#346DDB'),
    infoColor: both('#787878'),
    successColor: both('#00C950'),
    warningColor: both('#FE9A00'),
    dangerColor: both('#FB2C36'),
    corners: 'rounded',
    depth: 'subtle',
    links: 'default',
    font: 'Inter',
    monospaceFont: 'IBMPlexMono',
    background: 'plain',
    icons: 'regular',
    sidebar: { background: 'default', list: 'default' },
    search: 'prominent',
  },
  internationalization: { locale: 'en' },
  favicon: {},
  header: { preset: 'default', links: [] },
  footer: { groups: [] },
  themes: { default: 'light', toggeable: true },
  pdf: { enabled: true },
  feedback: { enabled: false },
  aiSearch: { enabled: false },
  ai: { mode: 'none', pageLinkSummaries: { enabled: false } },
  advancedCustomization: { enabled: true },
  git: { showEditLink: false },
  pageActions: { externalAI: false, markdown: true },
  externalLinks: { target: 'self' },
  pagination: { enabled: true },
  trademark: { enabled: false },
  privacyPolicy: {},
  socialPreview: {},
  insights: { trackingCookie: true },
}

/** The settings with others over them, one by one; null takes one away. */
function laidOver(settings: Settings, over: Settings): Settings {
  const result: Settings = { ...settings }
  for (const [name, value] of Object.entries(over)) {
    if (value === null || value === undefined) delete result[name]
    else result[name] = isGroup(name) ? laidOver((result[name] ?? {}) as Settings, value as Settings) : value
  }
  return result
}

/** Only settings there are: clients may send more. */
function known(given: Settings, { properties }: TObject): Settings {
  const kept = Object.entries(properties).flatMap(([name, inner]) => {
    const value = given[name]
    if (value === undefined) return []
    return [[name, isGroup(name) ? known(value as Settings, inner as TObject) : value]]
  })
  return Object.fromEntries(kept)
}

/** Without groups in which nothing is set. */
function withoutEmpty(settings: Settings): Settings {
  const kept = Object.entries(settings).flatMap(([name, value]) => {
    if (!isGroup(name)) return [[name, value]]
    const inner = withoutEmpty(value as Settings)
    return Object.keys(inner).length === 0 ? [] : [[name, inner]]
  })
  return Object.fromEntries(kept)
}

const parse = (text: string | null): Settings => (text === null ? {} : JSON.parse(text))

/** All settings of a site, or of a site space in it, as they were stored. */
export const settingsOf = (site: { customization: string | null }, siteSpace?: { customization: string | null }) =>
  laidOver(
    laidOver(DEFAULTS as unknown as Settings, parse(site.customization)),
    parse(siteSpace?.customization ?? null),
  ) as unknown as Customization

/** What the body of a request sets over what was set before. */
export function nextOverrides(before: string | null, given: Settings): string | null {
  const next = withoutEmpty(laidOver(parse(before), known(given, Customization)))
  return Object.keys(next).length === 0 ? null : JSON.stringify(next)
}
