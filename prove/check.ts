// Holds a store against the ledger: everything acknowledged is there once, and nothing contradicts itself.
import { listFaults } from '../src/backup/soundness.ts'
import { openDatabase } from '../src/db/database.ts'
import type { Client, Reply } from './client.ts'
import type { Ledger, Place } from './writers.ts'

/** Sentences about what is wrong. `isQuiet`: nobody writes, so the ledger is not only part of what must be there. */
export async function checkLedger(
  client: Client,
  { space }: Place,
  ledger: Ledger,
  isQuiet: boolean,
): Promise<string[]> {
  const comments = await client.list(`/spaces/${space}/comments?status=all&format=markdown`)
  const { pages } = await client.get(`/spaces/${space}/content/pages`)
  const requests = await client.list(`/spaces/${space}/change-requests`)
  return [
    ...differences('comment', new Map(comments.map(({ id, body }) => [id, body.markdown.trim()])), ledger.comments),
    ...doubles(comments.map(({ body }) => body.markdown.trim())),
    ...(isQuiet ? checkPages(flatten(pages), ledger) : []),
    ...checkRequests(requests, ledger),
  ]
}

function differences(what: string, found: Map<string, string>, wanted: Map<string, string>): string[] {
  return [...wanted]
    .filter(([id, value]) => found.get(id) !== value)
    .map(([id, value]) => `The ${what} ${id} should be "${value}", but is "${found.get(id)}".`)
}

const doubles = (texts: string[]): string[] =>
  texts.filter((text, index) => texts.indexOf(text) !== index).map((text) => `"${text}" is there more than once.`)

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
    ...doubles(pages.map(({ title }) => title)),
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

/** What is wrong with the rows themselves. */
export async function checkRows(url: string): Promise<string[]> {
  const database = openDatabase({ url })
  return database.snapshot((db) => listFaults(db)).finally(() => database.close())
}
