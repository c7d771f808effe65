// Pages that are written: by four people as fast as they can on a server that has just started, and by one who edits five
// pages a second while others read.
import { setTimeout as pause } from 'node:timers/promises'
import { type Api, apiOf } from './api.ts'
import { type Figure, send } from './compare.ts'
import type { MeasuredDatabase } from './databases.ts'
import type { Request } from './load.ts'
import { startLectern } from './servers.ts'
import { editChange, type Filled, insertPages, makePages, pageChange } from './world.ts'

const WRITERS = 4
const MILLISECONDS = 10_000
/** More than can be sent in that time: every request writes something new. */
const REQUESTS = 8000
const PAGES = 25

type Change = (pages: readonly string[], at: number) => object

const texts = makePages(500)
export const create: Change = (_, at) => pageChange(texts[at % texts.length]!)
export const update: Change = (pages, at) => editChange(pages[at % PAGES]!, texts[at % PAGES]!, at)

/** Pages a second, each writer in a space of their own. */
export async function measureWriting(database: MeasuredDatabase, change: Change): Promise<Figure> {
  const store = await database.createStore()
  const lectern = await startLectern(store.folder, store.environment)
  try {
    const api = await apiOf(lectern)
    const organization = (await api.get('/orgs')).items[0].id
    const spaces: Omit<Filled, 'organization'>[] = []
    while (spaces.length < WRITERS) spaces.push(await insertPages(api, organization, texts.slice(0, PAGES)))
    const requests = Array.from({ length: REQUESTS }, (_, at): Request => {
      // Each of the connections sends every fourth request.
      const { space, pages } = spaces[at % WRITERS]!
      const changes = [change(pages, Math.floor(at / WRITERS))]
      return { method: 'POST', path: `/v1/spaces/${space}/content`, body: { changes } }
    })
    const figures = await send(lectern, requests, { connections: WRITERS, milliseconds: MILLISECONDS })
    return { value: figures.requestsPerSecond, processor: figures.processor }
  } finally {
    await lectern.stop()
    await store.remove()
  }
}

/** Runs `work` while somebody edits pages in another space. */
export async function whileWriting<T>(api: Api, { space, pages }: Filled, work: () => Promise<T>): Promise<T> {
  let isDone = false
  const write = async () => {
    for (let at = 0; !isDone; at++) {
      const change = editChange(pages[at % pages.length]!, texts[at % pages.length]!, Math.floor(Math.random() * 1e9))
      await Promise.all([api.post(`/spaces/${space}/content`, { changes: [change] }), pause(200)])
    }
  }
  const writing = write()
  try {
    return await work()
  } finally {
    isDone = true
    await writing
  }
}
