// The words of the interface, in the locales of the API. Each locale has one file with all of them.
import type { SiteWords } from './words/contract.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'
import { ja } from './words/ja.ts'
import { nl } from './words/nl.ts'
import { no } from './words/no.ts'
import { ptBr } from './words/pt-br.ts'
import { ru } from './words/ru.ts'
import { zh } from './words/zh.ts'

export type { SiteWords } from './words/contract.ts'

export const LOCALES = { en, fr, es, zh, ja, de, nl, no, 'pt-br': ptBr, ru } satisfies Record<string, SiteWords>

export type Locale = keyof typeof LOCALES

export const ENGLISH_SITE: SiteWords = en

/** Languages that are written like one of the locales. */
const KIN: Record<string, Locale> = { nb: 'no', nn: 'no', pt: 'pt-br' }

/** The locale of a language, as in `fr`, `fr-CA` or `zh-Hant`, if there is one. */
function localeOf(language: string): Locale | undefined {
  const tag = language.toLowerCase()
  const [first = ''] = tag.split('-')
  const found = [tag, first].find((name) => Object.hasOwn(LOCALES, name))
  return (found as Locale | undefined) ?? (Object.hasOwn(KIN, first) ? KIN[first] : undefined)
}

/** The locale that a browser asks for first among ours; English if it asks for none. */
export function localeFor(accepted: string | undefined): Locale {
  const asked = (accepted ?? '').slice(0, 500).split(',')
  return asked.map((each) => localeOf(each.split(';')[0]!.trim())).find((locale) => locale !== undefined) ?? 'en'
}

/** The words for content in one language on a site in one locale. */
export const wordsFor = (language: string | null, locale: Locale): SiteWords =>
  LOCALES[(language === null ? undefined : localeOf(language)) ?? locale]

const RIGHT_TO_LEFT = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'iw', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** The direction in which a language is written. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.has(language.toLowerCase().split('-')[0]!) ? 'rtl' : 'ltr'
