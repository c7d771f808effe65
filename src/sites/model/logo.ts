// The logo of a site for pictures that stand for its pages: fetched from wherever it is, checked, and kept for a while.
import type { Fetcher } from '../../fetch/fetcher.ts'
import { measureImage } from '../../files/dimensions.ts'
import { derived } from '../../lib/derived.ts'
import { HOUR, MINUTE, SECOND } from '../../lib/time.ts'
import type { CardLogo } from '../../render/typst/index.ts'

interface Fetched {
  /** Undefined if it cannot be shown. */
  logo: CardLogo | undefined
  until: number
}

/** Those who show links ask for the pictures of many pages of a site at once. */
const logos = derived<Fetched>('logo', { bytesOf: ({ logo }) => logo?.data.length ?? 0, untilOf: ({ until }) => until })

const LIMITS = { limit: 512 * 1024, timeout: 5 * SECOND }
const MAX_PIXELS = 4_000_000

export async function loadLogo(fetcher: Fetcher, url: string): Promise<CardLogo | undefined> {
  const { logo } = await logos.load(url, async () => {
    const fetched = await fetchLogo(fetcher, url).catch(() => undefined)
    return { logo: fetched, until: Date.now() + (fetched ? HOUR : 5 * MINUTE) }
  })
  return logo
}

async function fetchLogo(fetcher: Fetcher, url: string): Promise<CardLogo | undefined> {
  const bytes = await (await fetcher(url, LIMITS)).bytes()
  const type = typeOf(bytes)
  const size = type && (await measureImage(bytes, type))
  if (!size || size.width * size.height > MAX_PIXELS) return undefined
  return { type, data: bytes.toString('base64'), width: size.width, height: size.height }
}

const SIGNATURES: [type: string, begins: RegExp][] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF....WEBP/s],
  ['image/svg+xml', /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]{0,2000}?-->\s*)*<svg[\s>]/],
]

/** What it is by its bytes, whatever the other server says. */
const typeOf = (bytes: Buffer): string | undefined => {
  const start = bytes.subarray(0, 4096).toString('latin1')
  return SIGNATURES.find(([, begins]) => begins.test(start))?.[0]
}
