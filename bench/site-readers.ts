// Readers of a published site: many at once, one who types into the search, one with a slow phone.
import autocannon from 'autocannon'
import { hasChromium, launchChromium } from '../test/support/chromium.ts'
import type { Api } from './api.ts'
import { BATCH_SIZE } from './scaling.ts'
import { startBare } from './servers.ts'

export interface ReaderFigures {
  /** Milliseconds until the search dialog of a site of 10,000 pages has an answer, for each key. */
  typing: { p50: number; p95: number; most: number }
  /** 500 visitors at once, each reading another page after the other. */
  crowd: Crowd
  /** The same with a bare server that sends as many bytes. */
  bareCrowd: Crowd
  /** A page in Chromium with a processor four times as slow, over fast 3G; absent without Chromium. */
  phone?: { largestPaint: number; layoutShift: number } | undefined
}

type Crowd = Record<'requestsPerSecond' | 'p50' | 'p99' | 'errors', number>

const PAGES = 10_000
const WORDS = words()

export async function measureReaders(api: Api, organization: string): Promise<ReaderFigures> {
  const url = await publishLarge(api, organization)
  const typing = await measureTyping(url)
  return { typing, ...(await measureCrowds(url)), phone: await measurePhone(url) }
}

/** Words as rare and as common as in real texts. */
function words(): string[] {
  const syllables = [
    'an',
    'bo',
    'cer',
    'dis',
    'en',
    'fer',
    'gra',
    'hin',
    'in',
    'jo',
    'ker',
    'lat',
    'mo',
    'nor',
    'ol',
    'per',
  ]
  return syllables.flatMap((one) => syllables.flatMap((two) => syllables.map((three) => one + two + three)))
}

let seed = 1
const random = (): number => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
  return seed / 2 ** 32
}

/** The nth word comes about 1/n as often as the first. */
const word = (): string => WORDS[Math.floor(WORDS.length ** random()) - 1]!

const sentence = (length: number): string => Array.from({ length }, word).join(' ')

const textOf = (): string =>
  Array.from(
    { length: 4 },
    () => `## ${sentence(3)}\n\n${Array.from({ length: 5 }, () => `${sentence(12)}.`).join(' ')}`,
  ).join('\n\n')

async function publishLarge(api: Api, organization: string): Promise<string> {
  const { id: space } = await api.post(`/orgs/${organization}/spaces`, { title: 'Large' })
  let above = ''
  const insert = async (numbers: number[], into?: string): Promise<string> => {
    const changes = numbers.map((number) => ({
      operation: 'insert_page',
      title: `${sentence(3)} ${number}`,
      slug: `p${number}`,
      ...(into && { into }),
      document: { markdown: textOf() },
    }))
    const { changes: made } = await api.post(`/spaces/${space}/content`, { changes })
    return made[0].page.id
  }
  for (let count = 0; count < PAGES; count += BATCH_SIZE) {
    const numbers = Array.from({ length: BATCH_SIZE }, (_, at) => count + at)
    // Twenty pages at the top, each with the others below it.
    if (count % 500 === 0) above = await insert(numbers.splice(0, 1))
    await insert(numbers, above)
  }
  const { id } = await api.post(`/orgs/${organization}/sites`, {
    title: 'Large',
    visibility: 'public',
    spaces: [space],
  })
  return (await api.post(`/orgs/${organization}/sites/${id}/publish`)).urls.published
}

/** Asks with every key, as the dialog does. */
async function measureTyping(url: string): Promise<ReaderFigures['typing']> {
  const times: number[] = []
  for (let query = 0; query < 30; query++) {
    const text = sentence(1 + (query % 3))
    for (let length = 1; length <= text.length; length++) {
      const began = performance.now()
      const response = await fetch(`${url}~lectern/search?options&q=${encodeURIComponent(text.slice(0, length))}`)
      await response.text()
      if (!response.ok) throw new Error(`The search answered ${response.status}.`)
      if (query > 0) times.push(performance.now() - began)
    }
  }
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.floor(times.length * share)]!
  return { p50: at(0.5), p95: at(0.95), most: times.at(-1)! }
}

const AS_BROWSER = { accept: 'text/html', 'accept-encoding': 'br' }

async function measureCrowds(url: string): Promise<Pick<ReaderFigures, 'crowd' | 'bareCrowd'>> {
  const { pathname, origin } = new URL(url)
  // The first page of the space is at another address.
  const paths = Array.from({ length: 19 }, (_, at) => `${pathname}p${(at + 1) * 500}`)
  const crowd = await measureCrowd(origin, paths)
  const bodies = paths.map(async (path) => [path, 'x'.repeat(await lengthOf(origin + path))])
  const bare = await startBare(Object.fromEntries(await Promise.all(bodies)))
  try {
    return { crowd, bareCrowd: await measureCrowd(bare.url, paths) }
  } finally {
    await bare.stop()
  }
}

/** How many bytes are sent, compressed. */
const lengthOf = async (url: string): Promise<number> =>
  Number((await fetch(url, { headers: AS_BROWSER })).headers.get('content-length'))

async function measureCrowd(url: string, paths: readonly string[]): Promise<Crowd> {
  const requests = Array.from({ length: 500 }, (_, at) => ({ path: paths[at % paths.length]! }))
  const { requests: sent, ...told } = await autocannon({
    url,
    connections: 500,
    duration: 10,
    requests,
    headers: AS_BROWSER,
  })
  const { latency, errors, non2xx, timeouts } = told
  return { requestsPerSecond: sent.average, p50: latency.p50, p99: latency.p99, errors: errors + non2xx + timeouts }
}

const FAST_3G = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: 96_000 }

async function measurePhone(url: string): Promise<ReaderFigures['phone']> {
  if (!hasChromium) return undefined
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
    const client = await page.context().newCDPSession(page)
    await client.send('Network.enable')
    await client.send('Network.emulateNetworkConditions', FAST_3G)
    await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.goto(url, { waitUntil: 'networkidle' })
    return await page.evaluate(
      () =>
        new Promise<NonNullable<ReaderFigures['phone']>>((resolve) => {
          let [largestPaint, layoutShift] = [0, 0]
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) largestPaint = entry.startTime
          }).observe({ type: 'largest-contentful-paint', buffered: true })
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) layoutShift += (entry as PerformanceEntry & { value: number }).value
          }).observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => resolve({ largestPaint, layoutShift }), 500)
        }),
    )
  } finally {
    await browser.close()
  }
}
