// Site settings in layers: defaults, overrides of the site, overrides of a site space.
import type { TObject } from 'typebox'
import { Customization, isGroup, type Settings } from '../../shapes/customization.ts'
import { checkCondition } from '../site-structure/index.ts'

export const DEFAULTS: Customization = {
  styling: {
    theme: 'clean',
    primaryColor: { light: '#9A3412', dark: '#FDBA74' },
    infoColor: { light: '#1F5884', dark: '#98C8EE' },
    successColor: { light: '#2A6341', dark: '#93D1AA' },
    warningColor: { light: '#765000', dark: '#F0C865' },
    dangerColor: { light: '#A51D31', dark: '#FFA3A6' },
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

/** Merges overrides into settings. Null removes a setting. */
function merge(settings: Settings, over: Settings): Settings {
  const result: Settings = { ...settings }
  for (const [name, value] of Object.entries(over)) {
    if (value === null || value === undefined) delete result[name]
    else result[name] = isGroup(name) ? merge((result[name] ?? {}) as Settings, value as Settings) : value
  }
  return result
}

/** Drops unknown settings, which clients may send. */
function knownSettings(given: Settings, { properties }: TObject): Settings {
  const entries = Object.entries(properties).flatMap(([name, inner]) => {
    const value = given[name]
    if (value === undefined) return []
    return [[name, isGroup(name) ? knownSettings(value as Settings, inner as TObject) : value]]
  })
  return Object.fromEntries(entries)
}

/** Drops empty groups. */
function withoutEmpty(settings: Settings): Settings {
  const entries = Object.entries(settings).flatMap(([name, value]) => {
    if (!isGroup(name)) return [[name, value]]
    const inner = withoutEmpty(value as Settings)
    return Object.keys(inner).length === 0 ? [] : [[name, inner]]
  })
  return Object.fromEntries(entries)
}

const parse = (text: string | null): Settings => (text === null ? {} : JSON.parse(text))

interface Customized {
  customization: string | null
}

/** The effective settings of a site, or of a site space in it. */
export const settingsOf = (site: Customized, siteSpace?: Customized): Customization =>
  merge(DEFAULTS as unknown as Settings, chosenIn(site, siteSpace)) as unknown as Customization

/** Settings without the defaults: only what somebody chose. */
export type Chosen = { [K in keyof Customization]?: Partial<Customization[K]> }

export const chosenIn = (site: Customized, siteSpace?: Customized): Chosen & Settings =>
  merge(parse(site.customization), parse(siteSpace?.customization ?? null))

/** Those of the settings that one layer chose. */
export const chosenAmong = (settings: Customization, { customization }: Customized): Settings =>
  pick(settings as unknown as Settings, parse(customization))

const pick = (from: Settings, names: Settings): Settings =>
  Object.fromEntries(
    Object.entries(names).flatMap(([name, inner]) => {
      const value = from[name]
      if (value === undefined) return []
      return [[name, isGroup(name) ? pick(value as Settings, inner as Settings) : value]]
    }),
  )

/** Merges the settings of a request into stored overrides. */
export function nextOverrides(before: string | null, given: Settings): string | null {
  const next = withoutEmpty(merge(parse(before), knownSettings(given, Customization)))
  return Object.keys(next).length === 0 ? null : JSON.stringify(next)
}

/** Refuses header links whose condition cannot be parsed. `prefix` is the place of the settings in the request. */
export function checkLinkConditions(settings: Settings, prefix = ''): void {
  const { links } = (settings.header ?? {}) as { links?: readonly { condition?: string }[] }
  for (const [at, { condition }] of (links ?? []).entries())
    checkCondition(condition, `${prefix}header.links.${at}.condition`)
}
