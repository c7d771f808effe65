// Documents as markdown. Markdown is cached by document hash, page and fences, and serialized again only if a linked
// page or file has moved.
import type { Db } from '../../db/tables.ts'
import type { Document } from '../../engine/document.ts'
import type { Hash } from '../../engine/objects.ts'
import { loadObject } from '../../engine/reading.ts'
import type { Tree } from '../../engine/tree/draft.ts'
import { EMPTY_DOCUMENT } from '../../engine/walk.ts'
import { sha256 } from '../../lib/hash.ts'
import { folderOf } from '../../repository/paths.ts'
import {
  type Addresses,
  type LinkTargets,
  linkTargetsOf,
  type MarkdownOptions,
  NO_ADDRESSES,
  readAddresses,
  serializeAsync,
} from '../documents/index.ts'
import { fenceStateOf } from '../integrations/index.ts'
import { readContent } from './revisions.ts'

/** The bound of the cache. */
const MAX_CACHED_CHARACTERS = 16 * 1024 * 1024

interface CachedMarkdown {
  /** The view that the markdown was last serialized or checked for; undefined for documents that are not stored. */
  view: string | undefined
  targets: LinkTargets
  /** The addresses of link targets when it was serialized. */
  addresses: string
  text: string
}

const markdownCache = new Map<string, CachedMarkdown>()
let cachedCharacters = 0

/** Loads a stored document; without a hash, an empty one. */
export const loadStoredDocument = (db: Db, hash: Hash | undefined): Promise<Document> =>
  hash === undefined ? Promise.resolve(EMPTY_DOCUMENT) : readContent(db, loadObject<never>(hash))

/** Serializes a stored document, with links as in a view that shows everything. */
export async function loadMarkdown(
  db: Db,
  view: { name: string; tree: Tree },
  hash: Hash,
  options: MarkdownOptions,
): Promise<string> {
  const name = nameOf(hash, options)
  const known = readCache(name)
  if (known?.view === view.name) return known.text
  const document = known ? undefined : await loadStoredDocument(db, hash)
  const targets = known?.targets ?? linkTargetsOf(document!)
  const addresses = await loadAddresses(db, view.tree, targets)
  const state = JSON.stringify(addresses)
  const isSame = known?.addresses === state
  const text = isSame
    ? known.text
    : await serializeAsync(document ?? (await loadStoredDocument(db, hash)), addresses, options)
  writeCache(name, { view: view.name, targets, addresses: state, text })
  return text
}

// The hash of stored objects is many times slower, and visitors need this one for every page.
const hashOf = (value: unknown): string => sha256(JSON.stringify(value))

const nameOf = (hash: Hash, { page, fences }: MarkdownOptions): string =>
  [hash, fenceStateOf(fences), ...(page ? [folderOf(page.path), page.title] : [])].join(' ')

/**
 * As `loadMarkdown`, for a document that is not stored, such as one evaluated for a visitor. The cache key covers the
 * document and the addresses of its links, so visitors share markdown only if they may read the same.
 */
export async function toMarkdown(db: Db, tree: Tree, document: Document, options: MarkdownOptions): Promise<string> {
  const targets = linkTargetsOf(document)
  const addresses = await loadAddresses(db, tree, targets)
  const name = `${nameOf(hashOf(document), options)} ${hashOf(addresses)}`
  const known = readCache(name)
  if (known) return known.text
  const text = await serializeAsync(document, addresses, options)
  writeCache(name, { view: undefined, targets, addresses: '', text })
  return text
}

const loadAddresses = async (db: Db, tree: Tree, targets: LinkTargets): Promise<Addresses> =>
  targets.pages.length + targets.files.length === 0 ? NO_ADDRESSES : readContent(db, readAddresses(tree, targets))

function readCache(name: string): CachedMarkdown | undefined {
  const known = markdownCache.get(name)
  if (!known) return undefined
  markdownCache.delete(name)
  markdownCache.set(name, known)
  return known
}

function writeCache(name: string, now: CachedMarkdown): void {
  evict(name)
  markdownCache.set(name, now)
  cachedCharacters += now.text.length
  for (const oldest of markdownCache.keys()) {
    if (cachedCharacters <= MAX_CACHED_CHARACTERS) break
    evict(oldest)
  }
}

function evict(name: string): void {
  cachedCharacters -= markdownCache.get(name)?.text.length ?? 0
  markdownCache.delete(name)
}
