// Transliterates text into Latin letters for URLs, as the reference product does: Chinese to pinyin, kana to Hepburn,
// accents folded, `&` to `and`.
import { limax, pinyin } from './dictionaries.ts'
import { isAscii } from './text.ts'

/** Text after this length is ignored: URLs are much shorter. */
const MAX_LENGTH = 500

/**
 * Lower case, words joined by `-`; letters, digits, `_`, `.` and `+` remain. Empty when no letter has a Latin spelling.
 */
export function transliterate(text: string): string {
  const start = text.slice(0, MAX_LENGTH)
  return isAscii(start) ? fromAscii(start) : cachedSpelling(start)
}

const HAN = /[\u4e00-\u9fa5]/
const KANA = /[\u3040-\u30ff\uff61-\uff9f]/

/** The estimated cost in microseconds: zero for ASCII, highest for text that needs a dictionary. */
export function spellingCost(text: string): number {
  if (isAscii(text)) return 0
  return 10 + Math.min(text.length, MAX_LENGTH) * (HAN.test(text) ? 4 : 1)
}

const MAX_CACHED = 5000
const spelled = new Map<string, string>()

// Repeated reads of a page transliterate the same headings.
function cachedSpelling(text: string): string {
  const known = spelled.get(text)
  if (known !== undefined) return known
  if (spelled.size >= MAX_CACHED) spelled.clear()
  const spelling = fromAnyScript(text)
  spelled.set(text, spelling)
  return spelling
}

const WORDS: Record<string, string> = { '&': 'and', '|': 'or', '<': 'less than', '>': 'greater than' }

// Equivalent to `limax` for ASCII, without its dictionaries. The tests compare the two.
function fromAscii(text: string): string {
  return (/['&|<>$]/.test(text) ? spellSymbols(text) : text)
    .replace(/[^\w.+-]+/g, '-')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase()
}

function spellSymbols(text: string): string {
  return text
    .replace(/(\S)'(\S)/g, '$1$2')
    .replace(/(?<=[A-Za-z0-9$&|<>])(?=[&|<>])|(?<=[&|<>])(?=[A-Za-z0-9$])/g, ' ')
    .replace(/[&|<>]/g, (symbol) => WORDS[symbol]!)
    .replaceAll('$', 'USD')
}

function fromAnyScript(text: string): string {
  const isChinese = HAN.test(text) && !KANA.test(text)
  return limax(isChinese ? fromChinese(text) : text, { tone: false, custom: { '.': '.', '+': '+' } })
}

// Equivalent to `limax` for Chinese, but skips the parts of each syllable, which take most of its time. The tests
// compare the two.
function fromChinese(text: string): string {
  const plain = text.replace(/(\S)(?:\u0301|['\u2018\u2019\u201A\u201B\u2032\u2035])(\S)/g, '$1$2')
  return pinyin(plain, { type: 'array', toneType: 'none', nonZh: 'consecutive' })
    .join(' ')
    .replace(/[^0-9A-Za-z .+]+/g, '')
    .replace(/([^1-4]) ([A-Za-z]) /g, '$1$2')
}
