// Documents and their markdown. A document is named by its hash, so its text is written once and kept; it is written
// again only when a page or a file that it links to has moved meanwhile.
import type { Db } from '../../db/tables.ts'
import type { Document } from '../../engine/document.ts'
import type { Hash } from '../../engine/objects.ts'
import { withAnchors } from '../../engine/outline.ts'
import { loadObject } from '../../engine/reading.ts'
import { openTree } from '../../engine/tree/draft.ts'
import { EMPTY_DOCUMENT } from '../../engine/walk.ts'
import { serializeMarkdown } from '../../markdown/index.ts'
import { type Addresses, linkingTo, readAddresses, type Targets, targetsOf } from './links.ts'
import { readContent } from './revisions.ts'

/** Characters of text that are kept, over all documents. */
const TEXT_KEPT = 16 * 1024 * 1024

interface Written {
  /** The revision it was last written for, or found to be the same in. */
  root: Hash
  targets: Targets
  /** Where the targets were when the text was written. */
  addresses: string
  text: string
}

const written = new Map<Hash, Written>()
let kept = 0

/** The document of that hash as it is stored; a page without one has an empty one. */
export const loadStored = (db: Db, hash: Hash | undefined): Promise<Document> =>
  hash === undefined ? Promise.resolve(EMPTY_DOCUMENT) : readContent(db, loadObject<never>(hash))

/** The document as replies show it: everything that can be linked to has its anchor. */
export const toDocument = (document: Document): Document => withAnchors(document)

/** A document as markdown, with links as they are in the revision at `root`. */
export async function loadMarkdown(db: Db, root: Hash, hash: Hash | undefined): Promise<string> {
  if (hash === undefined) return ''
  const known = recall(hash)
  if (known?.root === root) return known.text
  const document = known ? undefined : await loadStored(db, hash)
  const targets = known?.targets ?? targetsOf(document!)
  const addresses = await loadAddresses(db, root, targets)
  const state = JSON.stringify(addresses)
  const isSame = known?.addresses === state
  const text = isSame ? known.text : serialize(document ?? (await loadStored(db, hash)), addresses)
  remember(hash, { root, targets, addresses: state, text })
  return text
}

/** As `loadMarkdown`, for a document that is stored nowhere. */
export async function toMarkdown(db: Db, root: Hash, document: Document): Promise<string> {
  return serialize(document, await loadAddresses(db, root, targetsOf(document)))
}

const serialize = (document: Document, addresses: Addresses) =>
  serializeMarkdown(document, { linkTo: linkingTo(addresses) })

const NOWHERE: Addresses = { pages: {}, files: {} }

const loadAddresses = async (db: Db, root: Hash, targets: Targets): Promise<Addresses> =>
  targets.pages.length + targets.files.length === 0 ? NOWHERE : readContent(db, readAddresses(openTree(root), targets))

function recall(hash: Hash): Written | undefined {
  const known = written.get(hash)
  if (!known) return undefined
  written.delete(hash)
  written.set(hash, known)
  return known
}

function remember(hash: Hash, now: Written): void {
  forget(hash)
  written.set(hash, now)
  kept += now.text.length
  for (const oldest of written.keys()) {
    if (kept <= TEXT_KEPT) break
    forget(oldest)
  }
}

function forget(hash: Hash): void {
  kept -= written.get(hash)?.text.length ?? 0
  written.delete(hash)
}
