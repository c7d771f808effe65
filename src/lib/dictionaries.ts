// The dictionaries of transliteration, loaded on first use: the Chinese one takes 25 MB. Scripts of browsers are built with
// `browser/dictionaries.ts` in its place.
import { createRequire } from 'node:module'

type Transliterate = (text: string, options: { tone: boolean; custom: Record<string, string> }) => string
type Pinyin = (text: string, options: { type: 'array'; toneType: 'none'; nonZh: 'consecutive' }) => string[]

const load = createRequire(import.meta.url)

let ofAll: Transliterate | undefined
let ofChinese: Pinyin | undefined

export const limax: Transliterate = (text, options) => {
  ofAll ??= load('limax') as Transliterate
  return ofAll(text, options)
}

export const pinyin: Pinyin = (text, options) => {
  ofChinese ??= load('pinyin-pro').pinyin as Pinyin
  return ofChinese(text, options)
}
