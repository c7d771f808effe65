// Makes the content of a tree what is wanted, whole: what is there already keeps its place in the map, blocks their keys,
// and only what differs is written.

import { generateNKeysBetween } from 'fractional-indexing'
import type { Document } from '../document.ts'
import { addKeys, keepKeys } from '../keys/keep-keys.ts'
import { type Hash, isEqual } from '../objects.ts'
import type { Written } from '../ordered-map/write.ts'
import type { Reading } from '../reading.ts'
import { listRecords, putRecord, removeRecord } from '../tree/collections.ts'
import { openTree, putDocument, saveTree, type Tree } from '../tree/draft.ts'
import { writePage } from '../tree/edit-pages.ts'
import { listPages } from '../tree/pages.ts'
import type {
  Collection,
  File,
  Page,
  PageFields,
  PageType,
  Records,
  ReusableContent,
  Variables,
} from '../tree/records.ts'
import type { Circumstances } from './apply-changes.ts'

/** A document, or the hash of one that is stored. */
type Wanted = Document | Hash | undefined

/** A page as it shall be. Slugs of siblings differ; the caller has seen to that. */
export interface WantedPage extends Omit<PageFields, 'document' | 'createdAt' | 'updatedAt'> {
  id: string
  type: PageType
  document?: Wanted
  pages: WantedPage[]
}

export interface WantedContent {
  pages: readonly WantedPage[]
  files: readonly File[]
  reusableContents: readonly (Omit<ReusableContent, 'document'> & { document?: Wanted })[]
  variables: Variables
}

const AT_ONCE = 50

export function* replaceContent(root: Hash, wanted: WantedContent, given: Circumstances): Reading<Written> {
  const tree = openTree(root)
  const old = new Map((yield* listPages(tree)).map((page) => [page.id, page]))
  const pages = arrange(wanted.pages, '', old)
  const ids = new Set(pages.map(({ page }) => page.id))
  for (const page of old.values()) if (!ids.has(page.id)) writePage(tree, page, undefined)
  const documents = yield* keepDocuments(
    tree,
    pages.map(({ page, document }) => [document, old.get(page.id)?.document]),
    given,
  )
  for (const [index, { page }] of pages.entries())
    putPage(tree, old.get(page.id), { ...page, document: documents[index] }, given.now)
  yield* replaceReusables(tree, wanted.reusableContents, given)
  yield* replaceRecords(
    tree,
    'file',
    wanted.files.map((file) => [file.id, file]),
  )
  yield* replaceRecords(tree, 'variable', Object.entries(wanted.variables))
  return yield* saveTree(tree)
}

interface Arranged {
  page: Omit<Page, 'document'>
  document: Wanted
}

/** All pages with their places, parents before children. Siblings that are in order already stay where they are. */
function arrange(pages: readonly WantedPage[], parent: string, old: ReadonlyMap<string, Page>): Arranged[] {
  const positions = positionsFor(
    pages.map(({ id }) => (old.get(id)?.parent === parent ? old.get(id)!.position : undefined)),
  )
  return pages.flatMap(({ pages: below, document, ...page }, index) => [
    { page: { ...page, parent, position: positions[index]! }, document },
    ...arrange(below, page.id, old),
  ])
}

/** The positions given, as many as rise, and new ones in the gaps. */
export function positionsFor(given: readonly (string | undefined)[]): string[] {
  const kept = longestRise(given)
  const positions: string[] = []
  let before: string | null = null
  for (let at = 0; at < given.length; ) {
    let end = at
    while (end < given.length && !kept.has(end)) end++
    const after = end < given.length ? given[end]! : null
    positions.push(...generateNKeysBetween(before, after, end - at), ...(after === null ? [] : [after]))
    before = after
    at = end + 1
  }
  return positions
}

/** The indexes of a longest rising subsequence. */
function longestRise(values: readonly (string | undefined)[]): Set<number> {
  const ends: number[] = []
  const previous = new Map<number, number | undefined>()
  for (const [index, value] of values.entries()) {
    if (value === undefined) continue
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (values[ends[middle]!]! < value) low = middle + 1
      else high = middle
    }
    previous.set(index, ends[low - 1])
    ends[low] = index
  }
  const rise = new Set<number>()
  for (let at = ends.at(-1); at !== undefined; at = previous.get(at)) rise.add(at)
  return rise
}

/** The hashes of wanted documents, each with the keys of the one it replaces. */
function* keepDocuments(
  tree: Tree,
  pairs: readonly [wanted: Wanted, before: Hash | undefined][],
  { newKey }: Circumstances,
): Reading<(Hash | undefined)[]> {
  const hashes: (Hash | undefined)[] = []
  for (let at = 0; at < pairs.length; at += AT_ONCE) {
    const batch = pairs.slice(at, at + AT_ONCE)
    const needed = batch.flatMap(([wanted, before]) => (typeof wanted === 'object' && before ? before : []))
    const stored = needed.length > 0 ? yield needed : new Map()
    for (const [wanted, before] of batch) {
      if (typeof wanted !== 'object') hashes.push(wanted)
      else {
        const old = before === undefined ? undefined : (stored.get(before) as unknown as Document)
        hashes.push(putDocument(tree, old ? keepKeys(old, wanted, newKey) : addKeys(wanted, newKey)))
      }
    }
  }
  return hashes
}

function putPage(tree: Tree, before: Page | undefined, page: Page, now: string): void {
  const { createdAt = now, updatedAt = now } = before ?? {}
  const same = withoutEmpty({ ...page, createdAt, updatedAt })
  if (before === undefined || !isEqual(before, same)) writePage(tree, before, { ...same, updatedAt: now })
}

function* replaceReusables(tree: Tree, wanted: WantedContent['reusableContents'], given: Circumstances): Reading<void> {
  const old = new Map((yield* listRecords(tree, 'reusableContent')).map(({ id, record }) => [id, record]))
  const hashes = yield* keepDocuments(
    tree,
    wanted.map(({ id, document }) => [document, old.get(id)?.document]),
    given,
  )
  const records = wanted.map((each, index): [string, ReusableContent] => [
    each.id,
    withoutEmpty({ ...each, document: hashes[index] }) as ReusableContent,
  ])
  yield* replaceRecords(tree, 'reusableContent', records)
}

function* replaceRecords<C extends Collection>(
  tree: Tree,
  collection: C,
  wanted: readonly [string, Records[C]][],
): Reading<void> {
  const old = new Map((yield* listRecords(tree, collection)).map(({ id, record }) => [id, record]))
  const ids = new Set(wanted.map(([id]) => id))
  for (const id of old.keys()) if (!ids.has(id)) removeRecord(tree, collection, id)
  for (const [id, record] of wanted) if (!isEqual(old.get(id), record)) putRecord(tree, collection, id, record)
}

const withoutEmpty = <T extends object>(record: T): T =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined && value !== null)) as T
