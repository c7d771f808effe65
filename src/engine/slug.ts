// Slugs: the words of a title as they stand in a path or an anchor, and the suffixes that keep them apart.

export const MAX_SLUG_LENGTH = 100

/** The slug of a text: lower case, diacritics folded, words joined by `-`. Letters of every script stay. */
export function slugify(text: string, whenEmpty = 'page'): string {
  const slug = text
    .normalize('NFKD')
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}._~]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
  return cut(slug, MAX_SLUG_LENGTH).replace(/[-.]+$/, '') || whenEmpty
}

/** `slug`, or for n > 0 `slug-n`, within the allowed length. */
export function withSuffix(slug: string, n: number): string {
  return n === 0 ? slug : `${cut(slug, MAX_SLUG_LENGTH - 1 - String(n).length)}-${n}`
}

/** A suffix search that asks about few candidates even when thousands are taken: 0, 1, 2, 4, 8 …, then by halving. */
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

/** The first of `slug`, `slug-1`, `slug-2` … that the search finds not taken. */
export function freeSlug(slug: string, isTaken: (slug: string) => boolean): string {
  const search = findFreeSuffix()
  let step = search.next()
  while (!step.done) step = search.next(isTaken(withSuffix(slug, step.value)))
  return withSuffix(slug, step.value)
}

// Never cuts a character in half.
function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length)
}
