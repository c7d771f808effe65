// Detects the direction and the script of a text from its letters.

import type { Node } from '../engine/document.ts'
import { childrenOf } from '../engine/walk.ts'

const RTL = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u
const STRONG = /\p{L}/u

/** The direction of the first strong letter, as in Unicode; undefined without letters. */
export function directionOf(text: string): 'ltr' | 'rtl' | undefined {
  const first = STRONG.exec(text)?.[0]
  return first === undefined ? undefined : RTL.test(first) ? 'rtl' : 'ltr'
}

/** As far as one looks for the first letter. */
const MAX_LOOK = 2000

/** As `directionOf`, for a node: reads only as much of its text as it needs. */
export function directionIn(node: Node): 'ltr' | 'rtl' | undefined {
  let looked = 0
  const visit = (each: Node): 'ltr' | 'rtl' | undefined => {
    if (each.object !== 'text') {
      for (const child of childrenOf(each)) {
        const found = looked < MAX_LOOK ? visit(child) : undefined
        if (found) return found
      }
      return undefined
    }
    for (const { text } of each.leaves) {
      const found = directionOf(text.slice(0, MAX_LOOK))
      looked += text.length
      if (found) return found
    }
    return undefined
  }
  return visit(node)
}

const LANGUAGES: [string, RegExp][] = [
  ['ja', /[\p{sc=Hiragana}\p{sc=Katakana}]/gu],
  ['ko', /\p{sc=Hangul}/gu],
  ['zh', /\p{sc=Han}/gu],
  ['ar', /\p{sc=Arabic}/gu],
  ['he', /\p{sc=Hebrew}/gu],
  ['ru', /\p{sc=Cyrillic}/gu],
  ['el', /\p{sc=Greek}/gu],
]

/** A guess that suffices to choose between Chinese, Japanese and Korean glyphs. */
export function languageOf(text: string): string {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const found = LANGUAGES.find(([, letter]) => (text.match(letter)?.length ?? 0) > letters / 8)
  return found?.[0] ?? 'en'
}
