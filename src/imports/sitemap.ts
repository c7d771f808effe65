// Lists the pages in the sitemap of a site, including sitemap indexes. A missing sitemap is not a failure.
import { FetchFailure } from '../fetch/failures.ts'
import { BOUNDS } from './bounds.ts'
import type { ImportContext } from './model.ts'
import { toText } from './text.ts'

const SITEMAPS = 20

export async function readSitemap(places: readonly URL[], { fetcher, signal }: ImportContext): Promise<URL[]> {
  const found: URL[] = []
  const waiting = [...places]
  for (let read = 0; read < SITEMAPS && waiting.length > 0; read++) {
    const text = await fetchText(waiting.shift()!)
    const urls = locationsIn(text)
      .filter((url) => URL.canParse(url))
      .map((url) => new URL(url))
    if (/<sitemapindex[\s>]/.test(text)) waiting.push(...urls.filter(({ origin }) => origin === places[0]!.origin))
    else found.push(...urls)
    if (found.length > 0 && !waiting.length) break
  }
  return found

  async function fetchText(url: URL): Promise<string> {
    try {
      const fetched = await fetcher(url, { signal, limit: BOUNDS.bytesOfPage, timeout: BOUNDS.timeOfRequest })
      return toText(await fetched.bytes())
    } catch (error) {
      if (error instanceof FetchFailure) return ''
      throw error
    }
  }
}

const MAX_URL = 2500

// Parsed by hand: a pattern that trims white space on both sides would be quadratic.
function locationsIn(text: string): string[] {
  return text
    .split('<loc>', 1 + BOUNDS.entries)
    .slice(1)
    .map((part) => part.slice(0, MAX_URL).split('</loc>', 1)[0]!.trim())
    .map((url) =>
      url
        .replace(/^<!\[CDATA\[/, '')
        .replace(/\]\]>$/, '')
        .trim()
        .replaceAll('&amp;', '&'),
    )
}
