// The words of a text as search compares them: case, diacritics and typographic variants folded. Scripts that do not
// put spaces between words are cut into overlapping pairs of characters, so that any part of a text can be found.
import { clip } from './text.ts'

const LETTERS = /[\p{L}\p{N}\p{M}]+/gu
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+/gu
const MARKED =
  /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}]\p{M}*)\p{M}/gu
/** Marks that only say how a word is read: combining accents, Arabic vowels, Hebrew points. */
const LOOSE_MARK = /^[\u0300-\u036f\u064b-\u065f\u0591-\u05bd\u05bf-\u05c7]$/
const LONGEST_WORD = 64

const LIKE: Record<string, string> = {
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

/** One character, folded: `É` → `e`, `ﬁ` → `fi`, `Ａ` → `a`. */
function foldCharacter(character: string): string {
  const known = folded.get(character)
  if (known !== undefined) return known
  const plain = character.toLowerCase().normalize('NFKD').replace(MARKED, '').normalize('NFC').toLowerCase()
  const result = LOOSE_MARK.test(character) ? '' : [...plain].map((each) => LIKE[each] ?? each).join('')
  folded.set(character, result)
  return result
}

const ASCII = /^[\x00-\x7f]*$/

export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  let result = ''
  for (const character of text.normalize('NFC')) result += foldCharacter(character)
  return result.normalize('NFC')
}

export interface FoldedText {
  /** The text whose places `places` are about: the given one, composed. */
  text: string
  folded: string
  /** For each code unit of `folded`: where in `text` it comes from. Absent when they are the same. */
  places?: number[]
}

/** A folded text that knows where each of its characters stood. */
export function foldInPlace(text: string): FoldedText {
  if (ASCII.test(text)) return { text, folded: text.toLowerCase() }
  const composed = text.normalize('NFC')
  const places: number[] = []
  let result = ''
  let at = 0
  for (const character of composed) {
    const part = foldCharacter(character)
    for (let unit = 0; unit < part.length; unit++) places.push(at)
    result += part
    at += character.length
  }
  return { text: composed, folded: result, places }
}

/** Every word to find the text by, each once, in the order of the text. */
export function listWords(text: string): string[] {
  const words = new Set<string>()
  for (const { word, unspaced } of runs(text)) {
    if (!unspaced) words.add(clip(word, LONGEST_WORD))
    else for (const pair of pairs(word)) words.add(pair)
  }
  return [...words]
}

/** A word of a query: a text has it when one of its words is equal, or begins so. */
export interface Sought {
  word: string
  prefix: boolean
}

/** The words a text must have to match what somebody typed. Of the last word the beginning is enough. */
export function listSought(query: string): Sought[] {
  const found = [...runs(query)]
  const sought = found.flatMap(({ word, unspaced }, at): Sought[] => {
    const isLast = at === found.length - 1
    if (!unspaced) return [{ word: clip(word, LONGEST_WORD), prefix: isLast || word.length > LONGEST_WORD }]
    const characters = [...word]
    if (characters.length === 1) return [{ word, prefix: true }]
    return characters.slice(1).map((second, first) => ({ word: characters[first]! + second, prefix: false }))
  })
  return [...new Map(sought.map((each) => [`${each.word} ${each.prefix}`, each])).values()]
}

/** All words in a row as one, for comparing whole titles. */
export const joinWords = (text: string): string => {
  const words = [...runs(text)].map(({ word }) => word)
  return clip(words.join(JOINT), 2 * LONGEST_WORD)
}

/** A character for private use: part of no word. */
const JOINT = '\ue000'

/** Made of characters of a script that does not put spaces between words. */
export const isUnspaced = (word: string): boolean => word.search(UNSPACED) >= 0

interface Run {
  word: string
  unspaced: boolean
}

function* runs(text: string): Generator<Run> {
  for (const [letters] of fold(text).matchAll(LETTERS)) {
    if (ASCII.test(letters)) yield { word: letters, unspaced: false }
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

// The last character stands alone too, so that every character begins some word.
function* pairs(word: string): Generator<string> {
  const characters = [...word]
  for (const [at, character] of characters.entries()) yield character + (characters[at + 1] ?? '')
}
