// Things by their URL, found by every way in which links name them: with or without the slash at the end, the name of an
// index and the extension of a page.

/** Where the pages of an archive are said to be. */
export const ARCHIVE = 'archive.invalid'

const INDEX = /\/(index|readme|_index|home)\.(md|markdown|html?|xhtml|php|aspx?)$/i
const EXTENSION = /\.(md|markdown|html?|xhtml)$/i

/** A URL without what does not tell pages apart. */
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

export class AddressBook<T> {
  private readonly entries = new Map<string, T>()

  /** The first to have a name keeps it. */
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
