// A website: from its address to every page below it, found by its navigation, its sitemap and its links. A few requests
// at a time, each page once.
import { sha256 } from '../lib/hash.ts'
import { SECOND } from '../lib/time.ts'
import { plainUrl } from './address-book.ts'
import { BOUNDS } from './bounds.ts'
import { type HtmlPage, readHtmlPage } from './html/page.ts'
import { type Asked, type Failure, type Gathered, ImportFailure, type Means } from './model.ts'
import { reasonOf } from './resources.ts'
import { readSitemap } from './sitemap.ts'
import { charsetOf, toText } from './text.ts'

export async function gatherWebsite({ url }: Asked, means: Means): Promise<Gathered> {
  const first = await fetchPage(url, means)
  if (!first) throw new ImportFailure(`${url.origin}${url.pathname} is no web page: give the address of one.`)
  const isBelow = scopeOf(url, first.url)
  const crawl = new Crawl(means, isBelow)
  crawl.keep(url, first)
  const navigation = first.navigation(isBelow)
  crawl.follow(
    navigation.flatMap(function urlsOf({ url, items }): URL[] {
      return [...(url ? [url] : []), ...items.flatMap(urlsOf)]
    }),
  )
  crawl.follow(first.links)
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

/** Same origin and below the path that was given, wherever that redirects to. */
function scopeOf(given: URL, final: URL): (url: URL) => boolean {
  const folder = ({ pathname }: URL) => pathname.replace(/\/[^/]*\.[a-z]{3,5}$/i, '/').replace(/\/+$/, '')
  const isBelow = (path: string, top: string) => path === top || path.startsWith(`${top}/`)
  const top = isBelow(final.pathname, folder(given)) ? folder(given) : folder(final)
  return ({ origin, pathname }) => origin === final.origin && isBelow(pathname.replace(/\/+$/, ''), top)
}

class Crawl {
  readonly pages: HtmlPage[] = []
  readonly failures: Failure[] = []
  /** What is below but no page. */
  readonly files = new Set<string>()
  private readonly known = new Set<string>()
  private readonly byContent = new Map<string, HtmlPage>()
  private readonly waiting: URL[] = []
  private bytesLeft = BOUNDS.bytesOfPages

  constructor(
    private readonly means: Means,
    private readonly isBelow: (url: URL) => boolean,
  ) {}

  follow(urls: readonly URL[]): void {
    for (const url of urls) {
      const plain = plainUrl(url)
      if (!this.isBelow(url) || this.known.has(plain) || IS_PICTURE.test(url.pathname)) continue
      this.known.add(plain)
      this.waiting.push(withoutHash(url))
    }
  }

  async finish(): Promise<void> {
    while (this.waiting.length > 0 && this.pages.length < BOUNDS.pages && !this.means.signal.aborted) {
      const batch = this.waiting.splice(0, BOUNDS.requestsAtOnce)
      // In the order in which they were found, so that the same site always gives the same pages.
      const fetched = await Promise.all(batch.map((url) => this.fetch(url)))
      for (const [at, page] of fetched.entries()) if (page) this.keep(batch[at]!, page)
    }
    const reason = this.means.signal.aborted
      ? `One import takes ${BOUNDS.timeOfPages / SECOND} seconds at most: import the rest by itself, from an address further down.`
      : `One import takes ${BOUNDS.pages} pages at most: import the rest by itself, from an address further down.`
    this.failures.push(...this.waiting.map((url) => ({ url: url.href, reason })))
  }

  keep(asked: URL, page: HtmlPage): void {
    for (const url of [asked, page.url]) this.known.add(plainUrl(url))
    const aliases = [asked, page.canonical].filter((url) => url !== undefined && this.isBelow(url)) as URL[]
    const content = contentOf(page)
    const same = this.byContent.get(content)
    if (same) return void same.aliases!.push(asked, page.url)
    const kept = { ...page, aliases }
    this.byContent.set(content, kept)
    this.pages.push(kept)
    this.follow(page.links)
  }

  private async fetch(url: URL): Promise<HtmlPage | undefined> {
    try {
      if (this.bytesLeft <= 0) throw new ImportFailure('The site is too large for one import: import parts of it.')
      const page = await fetchPage(url, this.means, (size) => {
        this.bytesLeft -= size
      })
      if (page && this.isBelow(page.url)) return page
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

/** Tells pages apart that are the same under several addresses. */
function contentOf(page: HtmlPage): string {
  const ref = (url: string) => ({
    kind: 'url',
    url: URL.canParse(url, page.url.href) ? new URL(url, page.url).href : url,
  })
  const { document, title } = page.read({ link: ref, file: ref })
  return sha256(JSON.stringify([title ?? page.fallbackTitle, document]))
}

/** The page at a URL; undefined when there is something else. */
async function fetchPage(url: URL, { fetcher, signal }: Means, count: (size: number) => void = () => undefined) {
  const headers = { accept: 'text/html,application/xhtml+xml' }
  const fetched = await fetcher(url, { headers, signal, limit: BOUNDS.bytesOfPage, within: BOUNDS.timeOfRequest })
  if (!/^(text\/html|application\/xhtml\+xml)$/.test(fetched.contentType)) return void fetched.discard()
  const bytes = await fetched.bytes()
  count(bytes.length)
  return readHtmlPage(toText(bytes, charsetOf(fetched)), fetched.url)
}
