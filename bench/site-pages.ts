// Pages of a published site: warm, next to a bare server; after an edit, in processor time; and in a large space.
import type { Api } from './api.ts'
import { type Comparison, compare } from './compare.ts'
import { fill, type Growth, grow } from './scaling.ts'
import type { Server } from './servers.ts'

const TEXT = `${'A paragraph about ferries, their captains and the water between two shores. '.repeat(8)}\n\n`.repeat(8)
const EDITS = 30

export interface SiteFigures {
  comparisons: Comparison[]
  growths: Growth[]
  /** Processor time of the first drawing of a page of 5 KB after an edit, the median, in milliseconds. */
  drawingMilliseconds: number
}

export async function measureSitePages(lectern: Server, api: Api, organization: string): Promise<SiteFigures> {
  const { site, space, page } = await publish(api, organization)
  const path = new URL(`${site}page`).pathname
  const comparisons = [await compare('site page, warm', lectern, { method: 'GET', path })]
  const drawingMilliseconds = await measureDrawing(lectern, api, { url: `${site}page`, space, page })
  return { comparisons, drawingMilliseconds, growths: [await measureGrowth(api, organization)] }
}

async function publish(api: Api, organization: string) {
  const { id: space } = await api.post(`/orgs/${organization}/spaces`, { title: 'Site' })
  const changes = ['Home', 'Page'].map((title) => ({ operation: 'insert_page', title, document: { markdown: TEXT } }))
  const { changes: made } = await api.post(`/spaces/${space}/content`, { changes })
  return { site: await publishSpace(api, organization, space), space, page: made[1].page.id as string }
}

async function publishSpace(api: Api, organization: string, space: string): Promise<string> {
  const { id } = await api.post(`/orgs/${organization}/sites`, {
    title: 'Bench',
    visibility: 'public',
    spaces: [space],
  })
  return (await api.post(`/orgs/${organization}/sites/${id}/publish`)).urls.published
}

interface Drawn {
  url: string
  space: string
  page: string
}

async function measureDrawing(lectern: Server, api: Api, { url, space, page }: Drawn): Promise<number> {
  const times: number[] = []
  for (let edit = 0; edit < EDITS; edit++) {
    const changes = [{ operation: 'update_page', page, document: { markdown: `Edit ${edit}.\n\n${TEXT}` } }]
    await api.post(`/spaces/${space}/content`, { changes })
    await new Promise((resolve) => setTimeout(resolve, 50))
    const before = await lectern.processorTime()
    await (await fetch(url)).text()
    times.push((await lectern.processorTime()) - before)
  }
  return times.sort((a, b) => a - b)[EDITS / 2]!
}

interface Filled {
  url: string
  space: string
  pages: string[]
}

/** Reads another page each time, after an edit. */
async function measureGrowth(api: Api, organization: string): Promise<Growth> {
  const prepare = async (count: number): Promise<Filled> => {
    const filled = await fill(api, organization, count)
    return { ...filled, url: await publishSpace(api, organization, filled.space) }
  }
  const [small, large] = [await prepare(100), await prepare(10_000)]
  let edits = 0
  const work = async ({ space, pages, url }: Filled) => {
    const at = Math.floor(Math.random() * pages.length)
    const changes = [{ operation: 'update_page', page: pages[at], title: `Edited ${edits++}` }]
    await api.post(`/spaces/${space}/content`, { changes })
    const { path } = await api.get(`/spaces/${space}/content/page/${pages[at]}`)
    return async () => (await fetch(url + path)).text()
  }
  return grow('page of a site after an edit', work, small, large)
}
