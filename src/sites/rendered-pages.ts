// Pages as they were drawn. A page is kept by all that it depends on, which some queries find out. A page that is the same
// for everybody is found without them too, by what was asked for, until anything is committed.
import type { FastifyRequest } from 'fastify'
import { linkPeriod } from '../files/signing.ts'
import { createCache } from '../lib/cache.ts'
import { sha256 } from '../lib/hash.ts'
import { readerOf } from './look/reader.ts'
import type { DrawnPage } from './replies.ts'

/** A page, and what is known about it when it is drawn. */
export interface Drawing {
  page: DrawnPage
  /** False if the next reader may see something else, although all that the page depends on is the same. */
  isLasting: boolean
  /** When it is to be drawn again: while code is being highlighted, it is kept until the colors arrive. */
  arrival?: Promise<void> | undefined
}

export interface RenderedPage {
  key: string
  page: DrawnPage
  etag: string
  /** True if it is not drawn again for the next reader. */
  isFinal: boolean
}

export interface RenderedPages {
  /** The page that was asked for before, if the state of the database is still the same. */
  find(asked: string, state: string): RenderedPage | undefined
  /** Lets `find` find a page. The state is from before anything of the page was read. */
  remember(asked: string, state: string, page: RenderedPage): void
  /** The page that depends on what the key names, drawn unless it is kept. Readers who come at once share a drawing. */
  render(key: string, draw: () => Promise<Drawing>): Promise<RenderedPage>
}

/** The ETag is from what is shown alone: an edit that the visitor cannot see leaves it as it is. */
export const toRendered = (key: string, { page, isLasting, arrival }: Drawing): RenderedPage => ({
  key,
  page,
  etag: `W/"${sha256(page.bytes).slice(0, 32)}"`,
  isFinal: isLasting && arrival === undefined,
})

const MAX_BYTES = 32 * 1024 * 1024
/** With its headers, and compressed. */
const bytesOf = ({ page }: RenderedPage): number => page.bytes.length * 2 + 1000

export function createRenderedPages(): RenderedPages {
  const cache = createCache<RenderedPage | { state: string; key: string }>(MAX_BYTES)
  const drawing = new Map<string, Promise<RenderedPage>>()
  const findPage = (key: string) => cache.get(`page ${key}`) as RenderedPage | undefined
  const drawAndKeep = async (key: string, draw: () => Promise<Drawing>): Promise<RenderedPage> => {
    try {
      const drawn = await draw()
      const page = toRendered(key, drawn)
      if (drawn.isLasting) cache.set(`page ${key}`, page, bytesOf(page))
      void drawn.arrival?.then(() => findPage(key) === page && cache.delete(`page ${key}`))
      return page
    } finally {
      drawing.delete(key)
    }
  }
  return {
    find(asked, state) {
      const known = cache.get(`asked ${asked}`) as { state: string; key: string } | undefined
      return known?.state === state ? findPage(known.key) : undefined
    },
    remember: (asked, state, { key }) => cache.set(`asked ${asked}`, { state, key }, 100),
    async render(key, draw) {
      const known = findPage(key)
      if (known) return known
      const begun = drawing.get(key) ?? drawAndKeep(key, draw)
      drawing.set(key, begun)
      return begun
    },
  }
}

/** Cookies that let somebody see something else. */
const VISITING = /lectern-(?:visitor|preview|claims)-|-visitor-public|lectern_session=/
/** Files of the site itself, and what readers ask besides pages. */
const NO_PAGE = /^[^?]*\/~/
const MAX_ASKED = 2000

/** What a request asks for, as far as pages for everybody depend on it; undefined if it may see another page. */
export function askedBy(request: FastifyRequest): string | undefined {
  const { method, protocol, host, raw } = request
  const { cookie, accept } = request.headers
  if (method !== 'GET' || NO_PAGE.test(raw.url ?? '') || (cookie !== undefined && VISITING.test(cookie)))
    return undefined
  const { theme = '', dismissed = '' } = readerOf(request)
  const asked = `${protocol} ${host} ${raw.url} ${accept} ${theme} ${dismissed} ${linkPeriod()}`
  return asked.length > MAX_ASKED ? undefined : asked
}
