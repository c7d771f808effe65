// URL patterns in manifests, such as `https://*.example.com/browse/**`. One star matches any characters within a
// segment; two stars, or a star at the end, match any characters. A leading `www.` is ignored.

/** A literal character, or a wildcard. */
type Token = string | 'segment' | 'all'

const SCHEME = /^([a-z*]+):\/\//i

/** True if the URL matches the pattern. Takes time proportional to the product of both lengths. */
export function matchesPattern(pattern: string, { href, protocol }: URL): boolean {
  const scheme = SCHEME.exec(pattern)?.[1]?.toLowerCase()
  if (scheme !== undefined && scheme !== '*' && `${scheme}:` !== protocol) return false
  return matches(tokensOf(bare(withSmallHost(pattern))), bare(href))
}

const bare = (text: string) => text.replace(SCHEME, '').replace(/^www\./, '')

const withSmallHost = (pattern: string) =>
  pattern.trim().replace(/^(?:[a-z*]+:\/\/)?[^/?#]+/i, (host) => host.toLowerCase())

function tokensOf(pattern: string): Token[] {
  const parts = pattern.match(/\*+|[^*]/gs) ?? []
  return parts.map((part, at) => {
    if (!part.startsWith('*')) return part
    return part.length > 1 || at === parts.length - 1 ? 'all' : 'segment'
  })
}

/** Simulates the pattern as a nondeterministic automaton, so it never backtracks. */
function matches(tokens: readonly Token[], text: string): boolean {
  let at = pastStars(tokens, new Set([0]))
  for (const char of text) {
    const next = new Set<number>()
    for (const place of at) {
      const token = tokens[place]
      if (token === 'all' || (token === 'segment' && !'/?#'.includes(char))) next.add(place)
      else if (token === char) next.add(place + 1)
    }
    if (next.size === 0) return false
    at = pastStars(tokens, next)
  }
  return at.has(tokens.length)
}

/** A star matches the empty string too. */
function pastStars(tokens: readonly Token[], places: Set<number>): Set<number> {
  for (const place of places) {
    const token = tokens[place]
    if (token === 'all' || token === 'segment') places.add(place + 1)
  }
  return places
}
