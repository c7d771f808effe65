// Measures whether cost is proportional to the change: the same work in a space of a hundred pages and in one of ten
// thousand, one request at a time, alternating. The result is the ratio of the medians.
import { type Database, openDatabase } from '../src/db/database.ts'
import type { Api } from './api.ts'
import { isQuick } from './compare.ts'

const SMALL = 100
const LARGE = isQuick ? 600 : 10_000
export const BATCH_SIZE = 50
/** Pages of the larger space that a quick run duplicates: indexing the copies takes long. */
const COPIED = 150
const TIMES = Number(process.env.BENCH_TIMES ?? (isQuick ? 10 : 40))
/** What is done first and not counted. */
const WARM_UPS = isQuick ? 1 : 3

export interface Growth {
  name: string
  small: number
  large: number
  ratio: number
}

interface Filled {
  space: string
  pages: string[]
}

/** A space, and the address of a site that shows it. */
type Published = Filled & { site: string }

export interface Scaling {
  growths: Growth[]
  /** Milliseconds until a search in the large space is answered. */
  searchP95: number
}

export async function measureScaling(api: Api, url: string, organization: string): Promise<Scaling> {
  const database = await openDatabase({ url })
  const small = await publish(api, organization, await fill(api, organization, SMALL))
  const large = await publish(api, organization, await fill(api, organization, LARGE))
  const growths: Growth[] = []
  for (const [name, work] of Object.entries(WORK))
    growths.push(await grow(name, (filled) => work(api, filled), small, large))
  const [few, many] = isQuick
    ? [await fill(api, organization, BATCH_SIZE), await fill(api, organization, COPIED)]
    : [small, large]
  // Copies are indexed in the background: each waits for the previous one.
  const duplicate = async ({ space }: Filled) => {
    await indexed(database)
    return () => api.post(`/spaces/${space}/duplicate`)
  }
  growths.push(await grow('duplicate the space', duplicate, few, many))
  await indexed(database)
  await database.close()
  const words = TEXT.split(/\W+/).filter((word) => word.length > 2)
  return { growths, searchP95: await measureSearch(api, large.space, words.slice(0, 100)) }
}

/** The p95 of searches in a large space, one at a time, each for another word, with a commit in between. */
async function measureSearch(api: Api, space: string, words: readonly string[]): Promise<number> {
  const times: number[] = []
  for (const word of words) {
    await api.post(`/spaces/${space}/comments`, { body: { markdown: 'In between.' } })
    const began = performance.now()
    await api.get(`/spaces/${space}/search?query=${word}`)
    times.push(performance.now() - began)
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)]!
}

/** Creates a space with pages in groups of a hundred. */
export async function fill(api: Api, organization: string, count: number): Promise<Filled> {
  const { id: space } = await api.post(`/orgs/${organization}/spaces`, { title: `${count} pages` })
  const pages: string[] = []
  while (pages.length < count) {
    const into = pages.length % 100 === 0 ? undefined : pages[pages.length - (pages.length % 100)]
    const changes = Array.from({ length: BATCH_SIZE }, (_, at) => ({
      operation: 'insert_page',
      title: `Page ${pages.length + at}`,
      ...(into ? { into } : {}),
      document: { markdown: TEXT },
    }))
    const { changes: effects } = await api.post(`/spaces/${space}/content`, { changes })
    pages.push(
      ...effects.map(({ page }: { page: string | { id: string } }) => (typeof page === 'string' ? page : page.id)),
    )
  }
  return { space, pages }
}

async function publish(api: Api, organization: string, filled: Filled): Promise<Published> {
  const sites = `/orgs/${organization}/sites`
  const body = { title: `Site of ${filled.pages.length}`, visibility: 'public', spaces: [filled.space] }
  const { id } = await api.post(sites, body)
  await api.post(`${sites}/${id}/publish`)
  return { ...filled, site: (await api.get(`${sites}/${id}`)).urls.published }
}

/** Reads a page of a site as a browser does. */
async function visit(url: string): Promise<void> {
  const response = await fetch(url, { headers: { accept: 'text/html' } })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  await response.text()
}

const TEXT = `${'A paragraph about installing and running the server on your own machine. '.repeat(8)}\n\n`.repeat(4)

const any = <T>(items: T[]): T => items[Math.floor(Math.random() * items.length)]!

let edits = 0
const edit = (page: string) => ({ changes: [{ operation: 'update_page', page, title: `Edited ${edits++}` }] })

const WORK: Record<string, (api: Api, filled: Published) => Promise<() => Promise<unknown>>> = {
  'edit one page': async (api, { space, pages }) => {
    const body = edit(any(pages))
    return () => api.post(`/spaces/${space}/content`, body)
  },
  'read a page by id after a new revision': async (api, { space, pages }) => {
    await api.post(`/spaces/${space}/content`, edit(any(pages)))
    return () => api.get(`/spaces/${space}/content/page/${any(pages)}?format=markdown`)
  },
  'merge a change request of one page': async (api, { space, pages }) => {
    const { id } = await api.post(`/spaces/${space}/change-requests`, { subject: 'One page' })
    await api.post(`/spaces/${space}/change-requests/${id}/content`, edit(any(pages)))
    return () => api.post(`/spaces/${space}/change-requests/${id}/merge`)
  },
  'open a change request':
    async (api, { space }) =>
    () =>
      api.post(`/spaces/${space}/change-requests`, {}),
  'search a common word': async (api, { space }) => {
    await api.post(`/spaces/${space}/comments`, { body: { markdown: 'In between.' } })
    return () => api.get(`/spaces/${space}/search?query=installing&limit=10`)
  },
  'search dialog of a site, a common word':
    async (_api, { site }) =>
    () =>
      visit(`${site}~lectern/search?options&q=instal`),
  'search dialog of a site, a title':
    async (_api, { site, pages }) =>
    () =>
      visit(`${site}~lectern/search?options&q=page+${Math.floor(Math.random() * pages.length)}`),
}

/** Waits until all content is indexed. Other jobs may wait for a minute in which nothing happens. */
async function indexed({ read }: Database): Promise<void> {
  const isQueued = () => read.selectFrom('jobs').select('id').where('kind', '=', 'index-space').executeTakeFirst()
  while (await isQueued()) await new Promise((resolve) => setTimeout(resolve, 50))
}

/** Some jobs are always scheduled; the rest is done when only those are left. */
let scheduled = 0
export const noteScheduled = async (api: Api): Promise<void> => {
  scheduled = await api.jobs()
}
export async function idle(api: Api): Promise<void> {
  while ((await api.jobs()) > scheduled) await new Promise((resolve) => setTimeout(resolve, 100))
}

/** Expensive work is repeated less often. */
const TIMES_OF: Record<string, number> = { 'duplicate the space': Math.max(5, TIMES / 8) }

type Work<Filled> = (filled: Filled) => Promise<() => Promise<unknown>>

export async function grow<Filled>(name: string, work: Work<Filled>, small: Filled, large: Filled): Promise<Growth> {
  const times: Record<'small' | 'large', number[]> = { small: [], large: [] }
  for (let time = -WARM_UPS; time < (TIMES_OF[name] ?? TIMES); time++) {
    for (const [size, filled] of [
      ['small', small],
      ['large', large],
    ] as const) {
      const act = await work(filled)
      const began = performance.now()
      await act()
      if (time >= 0) times[size].push(performance.now() - began)
    }
  }
  const [of100, of10000] = [median(times.small), median(times.large)]
  return { name, small: of100, large: of10000, ratio: of10000 / of100 }
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!
