// Imports a website: crawls every page below its address, found through navigation, sitemap and links, a few requests
// at a time.
import { SECOND } from '../lib/time.ts'
import { BOUNDS } from './bounds.ts'
import { type Failure, type Gathered, type ImportContext, ImportFailure, type ImportRequest } from './model.ts'
import { navigationIn, type ScannedPage, scanPage } from './reader.ts'
import { reasonOf } from './resources.ts'
import { readSitemap } from './sitemap.ts'
import { charsetOf, toText } from './text.ts'
import { isInside, plainUrl, type Scope } from './url-index.ts'

export async function gatherWebsite({ url }: ImportRequest, means: ImportContext): Promise<Gathered> {
  const first = await fetchPage(url, means)
  if (!first) throw new ImportFailure(`${url.origin}${url.pathname} is not a web page: use the address of a page.`)
  const scope = scopeOf(url, first.url)
  const crawl = new Crawl(means, scope)
  crawl.keep(url, first)
  const navigation = await navigationIn(first.text, scope)
  crawl.follow(
    navigation.flatMap(function urlsOf({ url, items }): URL[] {
      return [...(url ? [url] : []), ...items.flatMap(urlsOf)]
    }),
  )
  crawl.follow(linksOf(first))
  const base = new URL('.', new URL(`${first.url.pathname.replace(/[^/]*$/, '')}`, first.url))
  crawl.follow(await readSitemap([new URL('sitemap.xml', base), new URL('/sitemap.xml', base)], means))
  await crawl.finish()
  return {
    pages: crawl.pages,
    navigation,
    failures: crawl.failures,
    isFile: (target) => crawl.files.has(plainUrl(target)),
  }
}

/** The same origin, below the given path or its redirect target. */
function scopeOf(given: URL, final: URL): Scope {
  const folder = ({ pathname }: URL) => pathname.replace(/\/[^/]*\.[a-z]{3,5}$/i, '/').replace(/\/+$/, '')
  const isInGiven = isInside(final, { origin: final.origin, path: folder(given) })
  return { origin: final.origin, path: isInGiven ? folder(given) : folder(final) }
}

const linksOf = ({ look }: ScannedPage): URL[] => look.links.map((href) => new URL(href))

class Crawl {
  readonly pages: ScannedPage[] = []
  readonly failures: Failure[] = []
  /** Files in the scope that are not pages. */
  readonly files = new Set<string>()
  private readonly known = new Set<string>()
  private readonly byContent = new Map<string, ScannedPage>()
  private readonly waiting: URL[] = []
  private bytesLeft = BOUNDS.bytesOfPages

  constructor(
    private readonly means: ImportContext,
    private readonly scope: Scope,
  ) {}

  follow(urls: readonly URL[]): void {
    for (const url of urls) {
      const plain = plainUrl(url)
      if (!isInside(url, this.scope) || this.known.has(plain) || IS_PICTURE.test(url.pathname)) continue
      this.known.add(plain)
      this.waiting.push(withoutHash(url))
    }
  }

  async finish(): Promise<void> {
    while (this.waiting.length > 0 && this.pages.length < BOUNDS.pages && !this.means.signal.aborted) {
      const batch = this.waiting.splice(0, BOUNDS.requestsAtOnce)
      // In the order of discovery, so that the same site always gives the same result.
      const fetched = await Promise.all(batch.map((url) => this.fetch(url)))
      for (const [at, page] of fetched.entries()) if (page) this.keep(batch[at]!, page)
      this.means.progress?.(this.pages.length, this.pages.length + this.waiting.length)
    }
    const reason = this.means.signal.aborted
      ? `One import takes ${BOUNDS.timeOfPages / SECOND} seconds at most: import the rest by itself, from an address further down.`
      : `One import takes ${BOUNDS.pages} pages at most: import the rest by itself, from an address further down.`
    this.failures.push(...this.waiting.map((url) => ({ url: url.href, reason })))
  }

  keep(asked: URL, page: ScannedPage): void {
    for (const url of [asked, page.url]) this.known.add(plainUrl(url))
    const { canonical, fingerprint } = page.look
    const named = [asked, ...(canonical === undefined ? [] : [new URL(canonical)])]
    const aliases = named.filter((url) => isInside(url, this.scope))
    const same = this.byContent.get(fingerprint)
    if (same) return void same.aliases!.push(asked, page.url)
    const kept = { ...page, aliases }
    this.byContent.set(fingerprint, kept)
    this.pages.push(kept)
    this.follow(linksOf(page))
  }

  private async fetch(url: URL): Promise<ScannedPage | undefined> {
    try {
      if (this.bytesLeft <= 0) throw new ImportFailure('The site is too large for one import: import it in parts.')
      const page = await fetchPage(url, this.means, (size) => {
        this.bytesLeft -= size
      })
      if (page && isInside(page.url, this.scope)) return page
      if (!page) this.files.add(plainUrl(url))
    } catch (error) {
      this.failures.push({ url: url.href, reason: reasonOf(error) })
    }
    return undefined
  }
}

const IS_PICTURE = /\.(png|jpe?g|gif|webp|svg|avif|ico|css|js|json|xml|woff2?|mp4|webm|zip|gz|exe|dmg)$/i

function withoutHash(url: URL): URL {
  const plain = new URL(url)
  plain.hash = ''
  return plain
}

/** Fetches the page at a URL; undefined if it is something else. */
async function fetchPage(
  url: URL,
  { fetcher, signal }: ImportContext,
  count: (size: number) => void = () => undefined,
) {
  const headers = { accept: 'text/html,application/xhtml+xml' }
  const fetched = await fetcher(url, { headers, signal, limit: BOUNDS.bytesOfPage, timeout: BOUNDS.timeOfRequest })
  if (!/^(text\/html|application\/xhtml\+xml)$/.test(fetched.contentType)) return void fetched.discard()
  const bytes = await fetched.bytes()
  count(bytes.length)
  return scanPage({ format: 'html', text: toText(bytes, charsetOf(fetched)), url: fetched.url.href })
}
