// Replaces the whole content of a tree. Unchanged entries are not rewritten, and edited blocks keep their keys.

import { generateNKeysBetween } from 'fractional-indexing'
import type { Document } from '../document.ts'
import { type Hash, isEqual } from '../objects.ts'
import type { Written } from '../ordered-map/write.ts'
import { PAUSE, type Reading } from '../reading.ts'
import { listRecords, putRecord, removeRecord } from '../tree/collections.ts'
import { openTree, putEncoded, saveTree, type Tree } from '../tree/draft.ts'
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
  Tag,
  Variables,
} from '../tree/records.ts'
import type { EditContext } from './apply-changes.ts'

/** A document, or the hash of a stored document. */
type Wanted = Document | Hash | undefined

/** A page of the new content. The caller ensures that sibling slugs and own paths are unique. */
export interface TargetPage extends Omit<PageFields, 'document' | 'createdAt' | 'updatedAt'> {
  id: string
  type: PageType
  document?: Wanted
  ownPath?: string
  pages: TargetPage[]
}

export interface TargetContent {
  pages: readonly TargetPage[]
  files: readonly File[]
  reusableContents: readonly (Omit<ReusableContent, 'document'> & { document?: Wanted })[]
  tags: readonly Tag[]
  variables: Variables
}

const BATCH_SIZE = 50

export function* replaceContent(root: Hash, wanted: TargetContent, given: EditContext): Reading<Written> {
  const tree = openTree(root)
  const old = new Map((yield* listPages(tree)).map((page) => [page.id, page]))
  yield PAUSE
  const pages: Arranged[] = []
  yield* arrange(wanted.pages, '', old, pages)
  const ids = new Set(pages.map(({ page }) => page.id))
  for (const page of old.values()) if (!ids.has(page.id)) writePage(tree, page, undefined)
  const documents = yield* addDocuments(
    tree,
    pages.map(({ page, document }) => [document, old.get(page.id)?.document]),
    given,
  )
  for (const [index, { page }] of pages.entries()) {
    if (index % BATCH_SIZE === BATCH_SIZE - 1) yield PAUSE
    putPage(tree, old.get(page.id), { ...page, document: documents[index] }, given.now)
  }
  yield* replaceReusables(tree, wanted.reusableContents, given)
  yield* replaceRecords(
    tree,
    'file',
    wanted.files.map((file) => [file.id, file]),
  )
  yield* replaceRecords(
    tree,
    'tag',
    wanted.tags.map((tag) => [tag.slug, tag]),
  )
  yield* replaceRecords(tree, 'variable', Object.entries(wanted.variables))
  return yield* saveTree(tree)
}

interface Arranged {
  page: Omit<Page, 'document'>
  document: Wanted
}

/**
 * Flattens the pages into `arranged` with their positions, parents before children. Siblings that are already in order keep their
 * positions.
 */
function* arrange(
  pages: readonly TargetPage[],
  parent: string,
  old: ReadonlyMap<string, Page>,
  arranged: Arranged[],
): Reading<void> {
  const positions = positionsFor(
    pages.map(({ id }) => (old.get(id)?.parent === parent ? old.get(id)!.position : undefined)),
  )
  for (const [index, { pages: below, document, ...page }] of pages.entries()) {
    arranged.push({ page: { ...page, parent, position: positions[index]! }, document })
    if (arranged.length % BATCH_SIZE === 0) yield PAUSE
    yield* arrange(below, page.id, old, arranged)
  }
}

/** Keeps the longest increasing subsequence of the given positions and generates the others in between. */
export function positionsFor(given: readonly (string | undefined)[]): string[] {
  const kept = longestIncreasing(given)
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

/** Returns the indexes of a longest increasing subsequence. */
function longestIncreasing(values: readonly (string | undefined)[]): Set<number> {
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

/** Adds the documents to the tree, each with the keys of the document it replaces, and returns their hashes. */
function* addDocuments(
  tree: Tree,
  pairs: readonly [wanted: Wanted, before: Hash | undefined][],
  { encodeDocument }: EditContext,
): Reading<(Hash | undefined)[]> {
  const hashes: (Hash | undefined)[] = []
  for (let at = 0; at < pairs.length; at += BATCH_SIZE) {
    const batch = pairs.slice(at, at + BATCH_SIZE)
    const needed = batch.flatMap(([wanted, before]) => (typeof wanted === 'object' && before ? before : []))
    const stored = needed.length > 0 ? yield needed : new Map()
    for (const [wanted, hash] of batch) {
      if (typeof wanted !== 'object') hashes.push(wanted)
      else {
        const before = hash === undefined ? undefined : { hash, document: stored.get(hash) as unknown as Document }
        hashes.push(putEncoded(tree, encodeDocument(wanted, before)))
        yield PAUSE
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

function* replaceReusables(tree: Tree, wanted: TargetContent['reusableContents'], given: EditContext): Reading<void> {
  const old = new Map((yield* listRecords(tree, 'reusableContent')).map(({ id, record }) => [id, record]))
  const hashes = yield* addDocuments(
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
  for (const [index, [id, record]] of wanted.entries()) {
    if (index % BATCH_SIZE === BATCH_SIZE - 1) yield PAUSE
    if (!isEqual(old.get(id), record)) putRecord(tree, collection, id, record)
  }
}

function withoutEmpty<T extends object>(record: T): T {
  const kept: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(record)) if (value !== undefined && value !== null) kept[field] = value
  return kept as T
}
