// Concurrent writers on one space, and a ledger of all acknowledged writes.
import type { Client } from './client.ts'

export interface Ledger {
  /** The text of each posted comment, by id. */
  comments: Map<string, string>
  /** The last title of each page, by id. */
  titles: Map<string, string>
  /** The last parent of each moved page, by id. */
  parents: Map<string, string>
  /** The page of each merged change request, by number. */
  merged: Map<number, string>
}

export const emptyLedger = (): Ledger => ({
  comments: new Map(),
  titles: new Map(),
  parents: new Map(),
  merged: new Map(),
})

export interface WriterSpace {
  space: string
  /** Pages that others are moved below. */
  moveTargets: string[]
}

export async function prepareSpace(client: Client): Promise<WriterSpace> {
  const [organization] = await client.list('/orgs')
  const { id: space } = await client.post(`/orgs/${organization.id}/spaces`, { title: 'At work' })
  const moveTargets = await Promise.all(['Left', 'Right'].map((title) => insertPage(client, `/spaces/${space}`, title)))
  return { space, moveTargets }
}

async function insertPage(client: Client, base: string, title: string): Promise<string> {
  const { changes } = await client.post(`${base}/content?compat=false`, {
    changes: [{ operation: 'insert_page', title }],
  })
  const { page } = changes[0]
  return typeof page === 'string' ? page : page.id
}

type Writer = (client: Client, place: WriterSpace, ledger: Ledger, name: string) => Promise<() => Promise<void>>

/** Each prepares itself, and then returns a function for one write. */
const WRITERS: Writer[] = [
  async (client, { space }, { comments }, name) => {
    let count = 0
    return async () => {
      const text = `Comment ${++count} by ${name}`
      const { id } = await client.post(`/spaces/${space}/comments`, { body: { markdown: text } })
      comments.set(id, text)
    }
  },
  async (client, { space, moveTargets }, { titles, parents }, name) => {
    const page = await insertPage(client, `/spaces/${space}`, `Page of ${name}`)
    let count = 0
    return async () => {
      const title = `Title ${++count} by ${name}`
      const into = moveTargets[count % moveTargets.length]!
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

/** Starts writers of all kinds. They stop on request, each after its current write. */
export async function startWriters(client: () => Client, place: WriterSpace, ledger: Ledger, count: number) {
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
    /** Rejects as soon as a writer fails. */
    working,
    async stop() {
      stopped = true
      await working
    },
  }
}
