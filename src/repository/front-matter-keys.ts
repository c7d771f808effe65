// The order of front matter keys: that of the file, and the default order for new keys.

type FrontMatter = Record<string, unknown>

const DEFAULT_ORDER = [
  'title',
  'slug',
  'description',
  'hidden',
  'noIndex',
  'noRobotsIndex',
  'icon',
  'emoji',
  'if',
  'vars',
  'cover',
  'coverDark',
  'coverY',
  'layout',
  'tags',
  'metaLinks',
  'computed',
  'computedSeed',
]
const RANKS = new Map(DEFAULT_ORDER.map((key, at) => [key, at]))
const rankOf = (key: string) => RANKS.get(key) ?? DEFAULT_ORDER.length

const byRank = (a: string, b: string) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1)

/** Returns the order of the keys, or undefined if it is the default order. */
export function keyOrder(keys: string[]): string[] | undefined {
  return keys.every((key, at) => at === 0 || byRank(keys[at - 1]!, key) < 0) ? undefined : keys
}

export function inKeyOrder(frontMatter: FrontMatter, order: readonly string[] = []): FrontMatter {
  const given = Object.keys(frontMatter).filter((key) => frontMatter[key] !== undefined)
  const keys = order.filter((key) => given.includes(key))
  for (const key of given.filter((each) => !keys.includes(each)).sort(byRank)) {
    const at = keys.findIndex((each) => rankOf(each) > rankOf(key))
    keys.splice(at < 0 ? keys.length : at, 0, key)
  }
  return Object.fromEntries(keys.map((key) => [key, frontMatter[key]]))
}
