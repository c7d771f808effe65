// Splits text into words for search, folding case, diacritics and typographic variants. Scripts without spaces between
// words are split into overlapping character pairs, so that any part of a text can be found.
import { clip, isAscii } from './text.ts'

const LETTERS = /[\p{L}\p{N}\p{M}]+/gu
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+/gu
const MARKED =
  /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}]\p{M}*)\p{M}/gu
/** Marks that only affect pronunciation: combining accents, Arabic vowels, Hebrew points. */
const LOOSE_MARK = /^[\u0300-\u036f\u064b-\u065f\u0591-\u05bd\u05bf-\u05c7]$/
const MAX_WORD_LENGTH = 64

const EQUIVALENTS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
}

const folded = new Map<string, string>()

/** Folds one character: `É` → `e`, `ﬁ` → `fi`, `Ａ` → `a`. */
function foldCharacter(character: string): string {
  const known = folded.get(character)
  if (known !== undefined) return known
  const plain = character.toLowerCase().normalize('NFKD').replace(MARKED, '').normalize('NFC').toLowerCase()
  const result = LOOSE_MARK.test(character) ? '' : [...plain].map((each) => EQUIVALENTS[each] ?? each).join('')
  folded.set(character, result)
  return result
}

const ASCII_LETTERS = /[a-z0-9]+/g

export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  let result = ''
  for (const character of text.normalize('NFC')) result += foldCharacter(character)
  return result.normalize('NFC')
}

export interface FoldedText {
  /** The given text in NFC, which `offsets` refer to. */
  text: string
  folded: string
  /** The offset in `text` of each code unit of `folded`. Absent if the offsets are equal. */
  offsets?: number[]
}

/** Folds a text and records the original offset of each character. */
export function foldWithOffsets(text: string): FoldedText {
  if (isAscii(text)) return { text, folded: text.toLowerCase() }
  const composed = text.normalize('NFC')
  const offsets: number[] = []
  let result = ''
  let at = 0
  for (const character of composed) {
    const part = foldCharacter(character)
    for (let unit = 0; unit < part.length; unit++) offsets.push(at)
    result += part
    at += character.length
  }
  return { text: composed, folded: result, offsets }
}

const isLong = (word: string): boolean => word.length > MAX_WORD_LENGTH

const clipWord = (word: string): string => (isLong(word) ? clip(word, MAX_WORD_LENGTH) : word)

/** The distinct words of a text, in order of appearance. */
export function listWords(text: string): string[] {
  if (isAscii(text)) {
    const words = [...new Set(text.toLowerCase().match(ASCII_LETTERS))]
    return words.some(isLong) ? [...new Set(words.map(clipWord))] : words
  }
  const words = new Set<string>()
  for (const { word, unspaced } of runs(text)) {
    if (!unspaced) words.add(clipWord(word))
    else for (const pair of pairs(word)) words.add(pair)
  }
  return [...words]
}

/** A word of a query. A text matches if one of its words is equal, or starts with it if `prefix` is set. */
export interface SearchTerm {
  word: string
  prefix: boolean
}

/** The words that a text needs to match a query. The last word matches as a prefix. */
export function listSearchTerms(query: string): SearchTerm[] {
  const found = [...runs(query)]
  const sought = found.flatMap(({ word, unspaced }, at): SearchTerm[] => {
    const isLast = at === found.length - 1
    if (!unspaced) return [{ word: clipWord(word), prefix: isLast || word.length > MAX_WORD_LENGTH }]
    const characters = [...word]
    if (characters.length === 1) return [{ word, prefix: true }]
    return characters.slice(1).map((second, first) => ({ word: characters[first]! + second, prefix: false }))
  })
  return [...new Map(sought.map((each) => [`${each.word} ${each.prefix}`, each])).values()]
}

/** Joins all words into one term, for comparing whole titles. */
export const joinWords = (text: string): string => {
  const words = [...runs(text)].map(({ word }) => word)
  return clip(words.join(SEPARATOR), 2 * MAX_WORD_LENGTH)
}

/** A private-use character, which is not part of any word. */
const SEPARATOR = '\ue000'

/** True for words in scripts without spaces between words. */
export const isUnspaced = (word: string): boolean => word.search(UNSPACED) >= 0

interface Run {
  word: string
  unspaced: boolean
}

function* runs(text: string): Generator<Run> {
  for (const [letters] of fold(text).matchAll(LETTERS)) {
    if (isAscii(letters)) yield { word: letters, unspaced: false }
    else yield* splitScripts(letters)
  }
}

function* splitScripts(letters: string): Generator<Run> {
  let from = 0
  for (const { 0: word, index } of letters.matchAll(UNSPACED)) {
    if (index > from) yield { word: letters.slice(from, index), unspaced: false }
    yield { word, unspaced: true }
    from = index + word.length
  }
  if (from < letters.length) yield { word: letters.slice(from), unspaced: false }
}

// The last character is also a word of its own, so that every character starts a word.
function* pairs(word: string): Generator<string> {
  const characters = [...word]
  for (const [at, character] of characters.entries()) yield character + (characters[at + 1] ?? '')
}
