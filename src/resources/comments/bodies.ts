// What somebody says, from what they sent to what is stored, and from there to what replies show. It is kept as a
// document and as markdown; where one of them follows from the other at little cost, it is not kept.
import type { Static } from 'typebox'
import type { Db, Row } from '../../db/tables.ts'
import type { Document } from '../../engine/document.ts'
import type { Hash } from '../../engine/objects.ts'
import { textOf } from '../../engine/text.ts'
import { openTree } from '../../engine/tree/draft.ts'
import { type Nested, walk } from '../../engine/walk.ts'
import { invalid } from '../../errors.ts'
import { parseMarkdown, serializeMarkdown } from '../../markdown/index.ts'
import { readDocument } from '../content/document-input.ts'
import { toDocument } from '../content/documents.ts'
import { linkingTo, readAddresses, targetsOf } from '../content/links.ts'
import { findRevision, readContent } from '../content/revisions.ts'
import { resolveMentions, withoutMentions } from './mentions.ts'
import { isHarmless, isPlain, plainDocument } from './plain-text.ts'
import { hideTags, sanitize } from './sanitizing.ts'
import type { Format, WrittenBody } from './schemas.ts'

const LARGEST = 64 * 1024

export interface StoredBody {
  markdown: string | null
  document: string | null
  /** The ids of the users it mentions. */
  mentions: string[]
}

interface Where {
  space: Pick<Row<'spaces'>, 'id' | 'organization_id'>
  /** The revision that links in it are about. */
  revision: string
}

export async function readBody(
  db: Db,
  where: Where,
  written: Static<typeof WrittenBody>,
  path = 'body',
): Promise<StoredBody> {
  const text = written.markdown?.trim()
  refuseLarge(written, path)
  if (text !== undefined && written.document === undefined && (isPlain(text) || isHarmless(text)))
    return { markdown: text, document: null, mentions: [] }
  const revision = await findRevision(db, where.space.id, where.revision)
  const read = sanitize(await readDocument(db, revision!.root, { ...written, path }))
  const { document, users } = await resolveMentions(db, where.space.organization_id, read)
  if (isEmpty(document)) throw invalid({ path, message: 'must not be empty' })
  const markdown = hasTargets(document) ? null : toMarkdown(document)
  return { markdown, document: JSON.stringify(document), mentions: users }
}

function refuseLarge({ markdown, document }: Static<typeof WrittenBody>, path: string): void {
  const size = Buffer.byteLength(markdown ?? '') + (document ? Buffer.byteLength(JSON.stringify(document)) : 0)
  if (size > LARGEST) throw invalid({ path, message: `must not be larger than ${LARGEST / 1024} KiB` })
}

/** Neither words in it nor anything else to see. */
const isEmpty = (document: Document): boolean =>
  textOf(document).trim() === '' && [...walk(document)].every(({ node }) => isBare(node))

const isBare = (node: Nested): boolean =>
  node.object === 'text' ||
  node.object === 'fragment' ||
  (node.object === 'block' && node.isVoid !== true && Object.keys(node.data ?? {}).length === 0)

const hasTargets = (document: Document): boolean => {
  const { pages, files } = targetsOf(document)
  return pages.length + files.length > 0
}

type Linking = NonNullable<Parameters<typeof serializeMarkdown>[1]>['linkTo']

function toMarkdown(document: Document, linkTo?: Linking): string {
  const { hidden, show } = hideTags(withoutMentions(document))
  return show(serializeMarkdown(hidden, linkTo ? { linkTo } : {})).trim()
}

type Stored = Pick<Row<'comments'>, 'markdown' | 'document'>

export type ShownBody = { markdown: string } | { document: Document }

/** Bodies as replies show them, with links as they are in the content at `root`; it is read once for all. */
export async function showBodies(
  db: Db,
  bodies: readonly Stored[],
  { root, format = 'markdown' }: { root: () => Promise<Hash>; format?: Format | undefined },
): Promise<ShownBody[]> {
  if (format === 'document') return bodies.map((body) => ({ document: toDocument(documentOf(body)) }))
  const linking = bodies.filter(({ markdown }) => markdown === null).map(documentOf)
  const linkTo = linking.length === 0 ? undefined : await loadLinking(db, await root(), linking)
  return bodies.map((body) => ({ markdown: body.markdown ?? toMarkdown(documentOf(body), linkTo) }))
}

function documentOf({ markdown, document }: Stored): Document {
  if (document !== null) return JSON.parse(document) as Document
  return isPlain(markdown!) ? plainDocument(markdown!) : parseMarkdown(markdown!, { title: false }).document
}

async function loadLinking(db: Db, root: Hash, documents: readonly Document[]): Promise<Linking> {
  const targets = documents.map(targetsOf)
  const pages = [...new Set(targets.flatMap((target) => target.pages))]
  const files = [...new Set(targets.flatMap((target) => target.files))]
  return linkingTo(await readContent(db, readAddresses(openTree(root), { pages, files })))
}
