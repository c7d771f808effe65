// Slugs: titles as parts of paths and anchors, and the suffixes that make them unique. They follow the rules of the
// reference product, so that URLs stay valid when content moves here.
import { isAscii } from '../lib/text.ts'
import { transliterate } from '../lib/transliteration.ts'

export const MAX_SLUG_LENGTH = 100

/** Returns the slug of a title, transliterated where possible, else in its own script. */
export function slugify(text: string, whenEmpty = 'page'): string {
  const slug = cut(transliterate(text).replace(/^[-.]+/, ''), MAX_SLUG_LENGTH).replace(/-+$/, '')
  return slug || normalizeSlug(text, whenEmpty)
}

/** Rejects `.`, `..` and names reserved by Git. */
const isAllowed = (slug: string): boolean => !/^(\.*|\.git.*)$/.test(slug)

/** Normalizes a slug chosen by an author: lower case, words joined by `-`, letters of every script. */
export function normalizeSlug(text: string, whenEmpty = 'page'): string {
  const slug = cut(wordsOf(text, /[^\p{L}\p{M}\p{N}._~+]+/gu).replace(/^-+/, ''), MAX_SLUG_LENGTH).replace(/-+$/, '')
  return isAllowed(slug) ? slug : legacySlug(text, whenEmpty)
}

/** Slugs and anchors by the rules before they followed the reference product; old links use them. */
export function legacySlug(text: string, whenEmpty: string): string {
  const slug = wordsOf(text, /[^\p{L}\p{M}\p{N}._~]+/gu).replace(/^[-.]+|[-.]+$/g, '')
  return cut(slug, MAX_SLUG_LENGTH).replace(/[-.]+$/, '') || whenEmpty
}

const wordsOf = (text: string, between: RegExp): string =>
  withoutAccents(text).toLowerCase().replace(/['’]/g, '').replace(between, '-')

function withoutAccents(text: string): string {
  if (isAscii(text)) return text
  const apart = text.normalize('NFKD')
  // Looking back from every mark takes long, and most texts have none.
  const bare = /\p{M}/u.test(apart)
    ? apart.replace(/(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu, '')
    : apart
  return bare.normalize('NFC')
}

/**
 * Returns the anchor of a heading. Anchors never begin with a digit, nor contain the word `ad`, which ad blockers hide.
 */
export function toAnchor(text: string): string | undefined {
  const slug = cut(transliterate(text), MAX_SLUG_LENGTH)
    .replace(/-+$/, '')
    .replace(/(?<![a-z0-9])ad(?![a-z0-9])/g, 'a-d')
  if (slug === '') return undefined
  return /^[0-9]/.test(slug) ? `id-${slug}` : slug
}

/** Returns `slug`, or for n > 0 `slug-n`, within the maximum length. */
export function withSuffix(slug: string, n: number): string {
  return n === 0 ? slug : `${cut(slug, MAX_SLUG_LENGTH - 1 - String(n).length)}-${n}`
}

/** Searches a free suffix with few lookups even if thousands are taken: tries 0, 1, 2, 4, 8 …, then bisects. */
export function* findFreeSuffix(): Generator<number, number, boolean> {
  let taken = 0
  if (!(yield taken)) return taken
  let free = 1
  while (yield free) {
    taken = free
    free *= 2
  }
  while (free - taken > 1) {
    const middle = (taken + free) >> 1
    if (yield middle) taken = middle
    else free = middle
  }
  return free
}

/** Returns the first of `slug`, `slug-1`, `slug-2` … that the search finds free. */
export function uniqueSlug(slug: string, isTaken: (slug: string) => boolean): string {
  if (!isTaken(slug)) return slug
  const search = findFreeSuffix()
  let step = search.next()
  while (!step.done) step = search.next(isTaken(withSuffix(slug, step.value)))
  return withSuffix(slug, step.value)
}

// Never splits a surrogate pair.
function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length)
}
