// Checks a store against the ledger: every acknowledged write exists exactly once, and the data is consistent.
import { listFaults } from '../src/backup/integrity.ts'
import { openDatabase } from '../src/db/database.ts'
import type { Client, Reply } from './client.ts'
import type { Ledger, WriterSpace } from './writers.ts'

/** Returns the faults as sentences. `isQuiet`: nobody writes, so the store must match the ledger exactly. */
export async function checkLedger(
  client: Client,
  { space }: WriterSpace,
  ledger: Ledger,
  isQuiet: boolean,
): Promise<string[]> {
  const comments = await client.list(`/spaces/${space}/comments?status=all&format=markdown`)
  const { pages } = await client.get(`/spaces/${space}/content/pages`)
  const requests = await client.list(`/spaces/${space}/change-requests`)
  return [
    ...differences('comment', new Map(comments.map(({ id, body }) => [id, body.markdown.trim()])), ledger.comments),
    ...duplicates(comments.map(({ body }) => body.markdown.trim())),
    ...(isQuiet ? checkPages(flatten(pages), ledger) : []),
    ...checkRequests(requests, ledger),
  ]
}

function differences(what: string, found: Map<string, string>, wanted: Map<string, string>): string[] {
  return [...wanted]
    .filter(([id, value]) => found.get(id) !== value)
    .map(([id, value]) => `The ${what} ${id} should be "${value}", but is "${found.get(id)}".`)
}

const duplicates = (texts: string[]): string[] =>
  texts.filter((text, index) => texts.indexOf(text) !== index).map((text) => `"${text}" exists more than once.`)

interface FoundPage {
  id: string
  title: string
  parent: string
}

const flatten = (pages: Reply[], parent = ''): FoundPage[] =>
  pages.flatMap(({ id, title, pages: below = [] }) => [{ id, title, parent }, ...flatten(below, id)])

function checkPages(pages: FoundPage[], { titles, parents }: Ledger): string[] {
  return [
    ...differences('title of page', new Map(pages.map(({ id, title }) => [id, title])), titles),
    ...differences('parent of page', new Map(pages.map(({ id, parent }) => [id, parent])), parents),
    ...duplicates(pages.map(({ title }) => title)),
  ]
}

function checkRequests(requests: Reply[], { merged }: Ledger): string[] {
  const numbers = requests.map(({ number }) => number).sort((a, b) => a - b)
  const states = new Map(requests.map(({ number, status }) => [number, status]))
  return [
    ...(numbers.every((number, index) => number === index + 1) ? [] : [`The numbers are ${numbers.join(', ')}.`]),
    ...[...merged.keys()]
      .filter((number) => states.get(number) !== 'merged')
      .map((n) => `Change request ${n} is open.`),
  ]
}

/** Returns the faults in the rows themselves. */
export async function checkRows(url: string): Promise<string[]> {
  const database = await openDatabase({ url })
  return database.snapshot((db) => listFaults(db)).finally(() => database.close())
}
