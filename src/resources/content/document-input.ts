// Content as clients write it becomes documents: markdown is parsed, documents are checked, and links that lead to a
// page or a file of the same revision become references.
import type { Static } from 'typebox'
import type { Db } from '../../db/tables.ts'
import type { Document } from '../../engine/document.ts'
import type { Hash } from '../../engine/objects.ts'
import type { Reading } from '../../engine/reading.ts'
import { openTree, type Tree } from '../../engine/tree/draft.ts'
import { ApiError, type Issue } from '../../errors.ts'
import { type ContentRef, type ParsedMarkdown, parseMarkdown } from '../../markdown/index.ts'
import type { WrittenDocument } from './change-schemas.ts'
import { findFlaw, toStored } from './document-check.ts'
import { findTarget, mayLeadInside, resolvingWith } from './links.ts'
import { readContent } from './revisions.ts'

export interface Input extends Static<typeof WrittenDocument> {
  /** Where it stands in the request, for what is wrong with it. */
  path: string
  /** Take a first heading as the title of the page, not as part of the document. */
  title?: boolean
}

export interface Written {
  document: Document
  title?: string | undefined
  description?: string | undefined
}

/** What a link means before anything is looked up: a ref of the batch. */
export type Named = (href: string) => ContentRef | undefined

const nothingNamed: Named = () => undefined

/** Reads what was written to go with the content at `root`; a document that is none is a 400 that tells where. */
export async function readDocuments(
  db: Db,
  root: Hash,
  inputs: readonly Input[],
  named: Named = nothingNamed,
): Promise<Written[]> {
  const issues = inputs.flatMap(issuesIn)
  if (issues.length > 0) throw new ApiError('invalid', issues)
  return readContent(db, readAll(openTree(root), inputs, named))
}

export const readDocument = async (db: Db, root: Hash, input: Input): Promise<Document> =>
  (await readDocuments(db, root, [input]))[0]!.document

function issuesIn({ document, markdown, path }: Input): Issue[] {
  if (document !== undefined && markdown !== undefined)
    return [{ path, message: 'must be either markdown or a document' }]
  const flaw = document === undefined ? undefined : findFlaw(document)
  return flaw ? [{ path: [path, 'document', flaw.path].filter(Boolean).join('.'), message: flaw.message }] : []
}

function* readAll(tree: Tree, inputs: readonly Input[], named: Named): Reading<Written[]> {
  const written: Written[] = []
  for (const input of inputs) {
    const { document, markdown = '', title = false } = input
    written.push(
      document ? { document: toStored(document as Document) } : yield* readMarkdown(tree, markdown, title, named),
    )
  }
  return written
}

// Parsing cannot wait for what is stored. So the links are noted while parsing, then looked up, and only a text with
// links that do lead inside is parsed again.
function* readMarkdown(tree: Tree, markdown: string, title: boolean, named: Named): Reading<Written> {
  const open = new Set<string>()
  const resolve = (href: string, found: ReadonlyMap<string, ContentRef>) => {
    if (mayLeadInside(href)) open.add(href)
    return named(href) ?? resolvingWith(found)(href)
  }
  const parsed = parseMarkdown(markdown, { title, resolveLink: (href) => resolve(href, new Map()) })
  const found = new Map<string, ContentRef>()
  for (const href of open) {
    const target = yield* findTarget(tree, href)
    if (target) found.set(href, target)
  }
  if (found.size === 0) return toWritten(parsed)
  return toWritten(parseMarkdown(markdown, { title, resolveLink: (href) => resolve(href, found) }))
}

function toWritten({ document, title, frontMatter }: ParsedMarkdown): Written {
  const { description } = frontMatter
  return { document, title, description: typeof description === 'string' ? description : undefined }
}
