// Which way a text runs and which letters it is written in, told from the letters themselves.

const RTL = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u
const STRONG = /\p{L}/u

/** By the first letter, as the Unicode rules have it; undefined without letters. */
export function directionOf(text: string): 'ltr' | 'rtl' | undefined {
  const first = STRONG.exec(text)?.[0]
  return first === undefined ? undefined : RTL.test(first) ? 'rtl' : 'ltr'
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

/** A guess that is good enough to choose between the shapes that one character has in China, Japan and Korea. */
export function languageOf(text: string): string {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const found = LANGUAGES.find(([, letter]) => (text.match(letter)?.length ?? 0) > letters / 8)
  return found?.[0] ?? 'en'
}
