// Parses, stores and presents comment bodies. A body is stored as markdown, as a document, or both; a form that is
// cheap to derive from the other is left out.
import type { Static } from 'typebox'
import type { Db, Row } from '../../db/tables.ts'
import type { Document } from '../../engine/document.ts'
import type { Hash } from '../../engine/objects.ts'
import { countParts } from '../../engine/size.ts'
import { textOf } from '../../engine/text.ts'
import { openTree } from '../../engine/tree/draft.ts'
import { type Nested, walk } from '../../engine/walk.ts'
import { invalid } from '../../errors.ts'
import { yieldToEventLoop } from '../../lib/event-loop.ts'
import { parseMarkdown } from '../../markdown/index.ts'
import type { Format, WrittenBody } from '../../shapes/comments.ts'
import { parseWrittenDocument } from '../content-changes/index.ts'
import {
  type Addresses,
  linkTargetsOf,
  NO_ADDRESSES,
  readAddresses,
  serializeAsync,
  serializeInTransaction,
  toDocument,
} from '../documents/index.ts'
import { NO_FENCES } from '../integrations/index.ts'
import { findRevision, readContent } from '../revisions/index.ts'
import { resolveMentions, withoutMentions } from './mentions.ts'
import { hasNoReferences, isPlain, plainDocument } from './plain-text.ts'
import { hideTags, sanitize } from './sanitizer.ts'

const MAX_BYTES = 64 * 1024
/** Lower than the limit for pages, because lists present many bodies at once. */
const MAX_PARTS = 20_000

export interface StoredBody {
  markdown: string | null
  document: string | null
  /** The ids of the mentioned users. */
  mentions: string[]
}

interface BodyContext {
  space: Pick<Row<'spaces'>, 'id' | 'organization_id'>
  /** The revision that links in the body are resolved against. */
  revision: string
}

export async function parseBody(
  db: Db,
  where: BodyContext,
  written: Static<typeof WrittenBody>,
  path = 'body',
): Promise<StoredBody> {
  const text = written.markdown?.trim()
  refuseLarge(written, path)
  if (text !== undefined && written.document === undefined && (isPlain(text) || hasNoReferences(text)))
    return { markdown: text, document: null, mentions: [] }
  const revision = await findRevision(db, where.space.id, where.revision)
  const read = sanitize(await parseWrittenDocument(db, revision!, { ...written, path }))
  const { document, users } = await resolveMentions(db, where.space.organization_id, read)
  if (isEmpty(document)) throw invalid({ path, message: 'must not be empty' })
  if (countParts(document) > MAX_PARTS)
    throw invalid({
      path,
      message: `must not have more than ${MAX_PARTS} parts (blocks, texts, marks): split it into several comments`,
    })
  const markdown = hasTargets(document) ? null : writeMarkdown(document)
  return { markdown, document: JSON.stringify(document), mentions: users }
}

function refuseLarge({ markdown, document }: Static<typeof WrittenBody>, path: string): void {
  const size = Buffer.byteLength(markdown ?? '') + (document ? Buffer.byteLength(JSON.stringify(document)) : 0)
  if (size > MAX_BYTES) throw invalid({ path, message: `must not be larger than ${MAX_BYTES / 1024} KiB` })
}

/** True if the document has neither text nor any other visible content. */
const isEmpty = (document: Document): boolean =>
  textOf(document).trim() === '' && [...walk(document)].every(({ node }) => isBare(node))

const isBare = (node: Nested): boolean =>
  node.object === 'text' ||
  node.object === 'fragment' ||
  (node.object === 'block' && node.isVoid !== true && Object.keys(node.data ?? {}).length === 0)

const hasTargets = (document: Document): boolean => {
  const { pages, files } = linkTargetsOf(document)
  return pages.length + files.length > 0
}

const PLAIN = { fences: NO_FENCES }

/** Call this inside a transaction. */
function writeMarkdown(document: Document): string {
  const { hidden, show } = hideTags(withoutMentions(document))
  return show(serializeInTransaction(hidden, NO_ADDRESSES, PLAIN)).trim()
}

async function toMarkdown(document: Document, addresses: Addresses): Promise<string> {
  const { hidden, show } = hideTags(withoutMentions(document))
  return show(await serializeAsync(hidden, addresses, PLAIN)).trim()
}

type Stored = Pick<Row<'comments'>, 'markdown' | 'document'>

export type BodyJson = { markdown: string } | { document: Document }

/** Presents bodies with links resolved against the content at `root`, which is read at most once. */
export async function presentBodies(
  db: Db,
  bodies: readonly Stored[],
  { root, format = 'markdown' }: { root: () => Promise<Hash>; format?: Format | undefined },
): Promise<BodyJson[]> {
  if (format === 'document') return presentEach(bodies, async (body) => ({ document: toDocument(documentOf(body)) }))
  const linking = bodies.filter(({ markdown }) => markdown === null).map(documentOf)
  const addresses = linking.length === 0 ? NO_ADDRESSES : await loadAddresses(db, await root(), linking)
  return presentEach(bodies, async (body) => ({
    markdown: body.markdown ?? (await toMarkdown(documentOf(body), addresses)),
  }))
}

async function presentEach(bodies: readonly Stored[], show: (body: Stored) => Promise<BodyJson>): Promise<BodyJson[]> {
  const shown: BodyJson[] = []
  for (const body of bodies) {
    // A write presents a single body inside its transaction, which must not yield to the event loop.
    if (shown.length > 0) await yieldToEventLoop()
    shown.push(await show(body))
  }
  return shown
}

function documentOf({ markdown, document }: Stored): Document {
  if (document !== null) return JSON.parse(document) as Document
  return isPlain(markdown!) ? plainDocument(markdown!) : parseMarkdown(markdown!, { title: false }).document
}

async function loadAddresses(db: Db, root: Hash, documents: readonly Document[]): Promise<Addresses> {
  const targets = documents.map(linkTargetsOf)
  const pages = [...new Set(targets.flatMap((target) => target.pages))]
  const files = [...new Set(targets.flatMap((target) => target.files))]
  return readContent(db, readAddresses(openTree(root), { pages, files }))
}
