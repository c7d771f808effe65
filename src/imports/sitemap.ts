// The pages that a site lists in its sitemap, also when that is an index of several. A site without one is no failure.
import { FetchFailure } from '../fetch/failures.ts'
import { BOUNDS } from './bounds.ts'
import type { Means } from './model.ts'
import { toText } from './text.ts'

const SITEMAPS = 20

export async function readSitemap(places: readonly URL[], { fetcher, signal }: Means): Promise<URL[]> {
  const found: URL[] = []
  const waiting = [...places]
  for (let read = 0; read < SITEMAPS && waiting.length > 0; read++) {
    const text = await fetchText(waiting.shift()!)
    const urls = [...text.matchAll(/<loc>\s*(?:<!\[CDATA\[)?\s*([^<\]]{1,2000}?)\s*(?:\]\]>)?\s*<\/loc>/g)]
      .map(([, url]) => url!.replaceAll('&amp;', '&'))
      .filter((url) => URL.canParse(url))
      .map((url) => new URL(url))
    if (/<sitemapindex[\s>]/.test(text)) waiting.push(...urls.filter(({ origin }) => origin === places[0]!.origin))
    else found.push(...urls)
    if (found.length > 0 && !waiting.length) break
  }
  return found

  async function fetchText(url: URL): Promise<string> {
    try {
      const fetched = await fetcher(url, { signal, limit: BOUNDS.bytesOfPage, within: BOUNDS.timeOfRequest })
      return toText(await fetched.bytes())
    } catch (error) {
      if (error instanceof FetchFailure) return ''
      throw error
    }
  }
}
