// Writes of whole pages by several writers, reads meanwhile, and what memory is left in use afterwards.
import type { Api } from './api.ts'
import { isQuick } from './compare.ts'
import { type LoadOptions, load, type Request } from './load.ts'
import { fillPages, textOf } from './pages.ts'
import { ADMIN_TOKEN, type Server } from './servers.ts'

const MILLISECONDS = isQuick ? 1000 : 3000
const WARM_UP_ROUNDS = isQuick ? 2 : 3
const WRITERS = 4
/** More than can be sent in a round: every request writes something new. */
const REQUESTS = 3000

export interface WritingFigures {
  /** By what is done; per second. */
  rates: Record<string, number>
  memoryMB: number
}

export async function measureWriting(lectern: Server, api: Api, organization: string): Promise<WritingFigures> {
  const { space, pages } = await fillPages(api, organization)
  const path = `/v1/spaces/${space}/content`
  let count = 0
  const change = (operation: (count: number) => object): Request[] =>
    Array.from({ length: REQUESTS }, () => ({ method: 'POST', path, body: { changes: [operation(count++)] } }))
  const create = () =>
    change((at) => ({
      operation: 'insert_page',
      title: `New ${at}`,
      document: { markdown: withNumber(at) },
    }))
  const update = () =>
    change((at) => ({
      operation: 'update_page',
      page: pages[at % pages.length],
      document: { markdown: withNumber(at) },
    }))
  const read: Request[] = pages.map((page) => ({ method: 'GET', path: `/v1/spaces/${space}/content/page/${page}` }))
  const send = async (requests: readonly Request[], connections: number, rest: Partial<LoadOptions> = {}) =>
    (await load({ ...lectern, requests, token: ADMIN_TOKEN, connections, milliseconds: MILLISECONDS, ...rest }))
      .requestsPerSecond
  // The first seconds are slower: the engine compiles what it runs often.
  for (let round = 0; round < WARM_UP_ROUNDS; round++) for (const work of [create, update]) await send(work(), WRITERS)
  const rates: Record<string, number> = {
    'create a page of 3 KB, 4 writers': await send(create(), WRITERS),
    'update a page of 3 KB, 4 writers': await send(update(), WRITERS),
  }
  const [reads] = await Promise.all([send(read, 20), send(update(), 2)])
  rates['read pages while 2 write'] = reads!
  return { rates, memoryMB: Math.round((await lectern.memory()) / 1e6) }
}

/** The text of a page, with one sentence that no other has. */
const withNumber = (at: number): string => textOf(at).replace('as people find it', `as number ${at} finds it`)
