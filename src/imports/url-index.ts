// An index by URL that tolerates the variants of links: trailing slashes, names of index files, and page extensions.

/** The placeholder host of pages in an archive. */
export const ARCHIVE = 'archive.invalid'

/** A path of one origin and everything below it. */
export interface Scope {
  origin: string
  /** Without a trailing slash. */
  path: string
}

export function isInside(url: URL, { origin, path }: Scope): boolean {
  const pathname = url.pathname.replace(/\/+$/, '')
  return url.origin === origin && (pathname === path || pathname.startsWith(`${path}/`))
}

const INDEX = /\/(index|readme|_index|home)\.(md|markdown|html?|xhtml|php|aspx?)$/i
const EXTENSION = /\.(md|markdown|html?|xhtml)$/i

/** Normalizes a URL: drops the parts that do not distinguish pages. */
export function plainUrl(url: URL): string {
  const path = decode(url.pathname)
    .replace(/\/index\.(html?|xhtml|php)$/i, '')
    .replace(/\/+$/, '')
  return `${url.origin}${path}${url.search}`
}

export function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export class UrlIndex<T> {
  private readonly entries = new Map<string, T>()

  /** The first entry of a name wins. */
  add(url: URL, entry: T): void {
    for (const name of namesOf(url)) if (!this.entries.has(name)) this.entries.set(name, entry)
  }

  find(url: URL): T | undefined {
    for (const name of namesOf(url)) {
      const found = this.entries.get(name)
      if (found !== undefined) return found
    }
    return undefined
  }
}

function namesOf(url: URL): string[] {
  const path = decode(url.pathname)
  const names = [path, path.replace(/\/+$/, ''), path.replace(INDEX, ''), path.replace(EXTENSION, '')]
  return [...new Set(names)].map((name) => `${url.origin}${name.normalize()}${url.search}`)
}
