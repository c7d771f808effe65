// People at work on one space, and a ledger of everything that was acknowledged to them.
import type { Client } from './client.ts'

export interface Ledger {
  /** The text of each comment that was posted, by its id. */
  comments: Map<string, string>
  /** The title that each page has got last, by its id. */
  titles: Map<string, string>
  /** The page below which each moved page was put last, by its id. */
  parents: Map<string, string>
  /** The page that each merged change request brought, by the number of the change request. */
  merged: Map<number, string>
}

export const emptyLedger = (): Ledger => ({
  comments: new Map(),
  titles: new Map(),
  parents: new Map(),
  merged: new Map(),
})

export interface Place {
  space: string
  /** Pages to move others below. */
  shelves: string[]
}

export async function preparePlace(client: Client): Promise<Place> {
  const [organization] = await client.list('/orgs')
  const { id: space } = await client.post(`/orgs/${organization.id}/spaces`, { title: 'At work' })
  const shelves = await Promise.all(['Left', 'Right'].map((title) => insertPage(client, `/spaces/${space}`, title)))
  return { space, shelves }
}

async function insertPage(client: Client, base: string, title: string): Promise<string> {
  const { changes } = await client.post(`${base}/content?compat=false`, {
    changes: [{ operation: 'insert_page', title }],
  })
  const { page } = changes[0]
  return typeof page === 'string' ? page : page.id
}

type Writer = (client: Client, place: Place, ledger: Ledger, name: string) => Promise<() => Promise<void>>

/** Each makes itself ready, and then does one thing after another. */
const WRITERS: Writer[] = [
  async (client, { space }, { comments }, name) => {
    let count = 0
    return async () => {
      const text = `Comment ${++count} by ${name}`
      const { id } = await client.post(`/spaces/${space}/comments`, { body: { markdown: text } })
      comments.set(id, text)
    }
  },
  async (client, { space, shelves }, { titles, parents }, name) => {
    const page = await insertPage(client, `/spaces/${space}`, `Page of ${name}`)
    let count = 0
    return async () => {
      const title = `Title ${++count} by ${name}`
      const into = shelves[count % shelves.length]!
      const change = { operation: 'update_page', page, title, into }
      await client.post(`/spaces/${space}/content`, { changes: [change] })
      titles.set(page, title)
      parents.set(page, into)
    }
  },
  async (client, { space }, { merged, titles }, name) => {
    let count = 0
    return async () => {
      const title = `Merged ${++count} by ${name}`
      const { id, number } = await client.post(`/spaces/${space}/change-requests`, { subject: title })
      const base = `/spaces/${space}/change-requests/${id}`
      const page = await insertPage(client, base, title)
      const { result } = await client.post(`${base}/merge`)
      if (result !== 'merge') throw new Error(`A new page met ${result}.`)
      merged.set(number, page)
      titles.set(page, title)
    }
  },
]

/** That many writers, of all kinds alike. They end when told to, each after what it does at that moment. */
export async function startWriters(client: () => Client, place: Place, ledger: Ledger, count: number) {
  let stopped = false
  let done = 0
  const work = async (index: number) => {
    const step = await WRITERS[index % WRITERS.length]!(client(), place, ledger, `writer ${index}`)
    while (!stopped) {
      await step()
      done++
    }
  }
  const working = Promise.all(Array.from({ length: count }, (_, index) => work(index)))
  return {
    done: () => done,
    /** Fails as soon as a writer does. */
    working,
    async stop() {
      stopped = true
      await working
    },
  }
}
