// Turns written content into documents: parses markdown, validates documents, and resolves links to pages and files of
// the same revision.
import type { Static } from 'typebox'
import type { Db } from '../../db/tables.ts'
import type { Document } from '../../engine/document.ts'
import { PAUSE, type Reading } from '../../engine/reading.ts'
import { countParts, MAX_PARTS } from '../../engine/size.ts'
import type { Tree } from '../../engine/tree/draft.ts'
import { ApiError, type Issue, invalid } from '../../errors.ts'
import type { ContentRef, Fence, ParsedMarkdown, ParseOptions } from '../../markdown/index.ts'
import type { WrittenDocument } from '../../shapes/content-changes.ts'
import {
  findIssue,
  findLinkTarget,
  linkResolver,
  mayBeInternal,
  parseInTransaction,
  TooLarge,
  toStored,
} from '../documents/index.ts'
import { NO_FENCES } from '../integrations/index.ts'
import { type Content, openView, type ReadContent, readContent } from '../revisions/index.ts'

export interface DocumentInput extends Static<typeof WrittenDocument> {
  /** The path of the field in the request, for issues. */
  path: string
  /** Whether this first heading is the page title rather than part of the document. Absent: never. */
  isTitle?(heading: string): boolean
  /** The folder of the page, for relative links. */
  folder?: string
}

export interface ParsedDocument {
  document: Document
  title?: string | undefined
  description?: string | undefined
}

/** Resolves links that name a ref of the batch. */
type RefResolver = (href: string) => ContentRef | undefined

const noRefs: RefResolver = () => undefined

/** How to resolve refs and fences, and to read content. */
interface ParseContext {
  resolveRef?: RefResolver
  /** Fence languages that map to integration blocks. */
  fences?: readonly Fence[]
  read?: ReadContent
}

type Meanings = Required<Omit<ParseContext, 'read'>>

/** Parses and validates the inputs against the given content. An invalid document is a 400 that names the path. */
export async function parseWrittenDocuments(
  db: Db,
  content: Content,
  inputs: readonly DocumentInput[],
  { resolveRef = noRefs, fences = NO_FENCES, read = readContent }: ParseContext = {},
): Promise<ParsedDocument[]> {
  const issues = inputs.flatMap(issuesIn)
  if (issues.length > 0) throw new ApiError('invalid', issues)
  const { tree } = await openView(db, 'everything', content)
  const written = await read(db, readAll(tree, inputs, { resolveRef, fences }))
  refuseLargeBatch(written)
  return written
}

/** The limit for all documents of one request. */
const MAX_BATCH_PARTS = 2 * MAX_PARTS

function refuseLargeBatch(written: readonly ParsedDocument[]): void {
  if (written.length < 2) return
  const parts = written.reduce((sum, { document }) => sum + countParts(document), 0)
  if (parts > MAX_BATCH_PARTS)
    throw invalid({
      path: 'changes',
      message: `have more than ${MAX_BATCH_PARTS} parts in total: split them into several requests`,
    })
}

export const parseWrittenDocument = async (
  db: Db,
  content: Content,
  input: DocumentInput,
  context?: ParseContext,
): Promise<Document> => (await parseWrittenDocuments(db, content, [input], context))[0]!.document

function issuesIn(input: DocumentInput): Issue[] {
  const { document, markdown, path } = input
  // A document one level too high would be taken for an empty one, and the page would lose its content.
  if (document === undefined && 'nodes' in input)
    return [{ path: `${path}.document`, message: 'is missing: put the document there' }]
  if (document !== undefined && markdown !== undefined)
    return [{ path, message: 'must be either markdown or a document' }]
  const flaw = document === undefined ? undefined : findIssue(document)
  return flaw ? [{ path: [path, 'document', flaw.path].filter(Boolean).join('.'), message: flaw.message }] : []
}

function* readAll(tree: Tree, inputs: readonly DocumentInput[], meanings: Meanings): Reading<ParsedDocument[]> {
  const written: ParsedDocument[] = []
  for (const input of inputs) {
    const { document } = input
    yield PAUSE
    written.push(document ? { document: toStored(document as Document) } : yield* readMarkdown(tree, input, meanings))
  }
  return written
}

// Parsing is synchronous and cannot query the store. So the first pass collects links, which are then looked up. A
// second pass follows only if some link is internal, or if the first heading is not the title after all.
function* readMarkdown(tree: Tree, input: DocumentInput, { resolveRef, fences }: Meanings): Reading<ParsedDocument> {
  const { isTitle, folder } = input
  const open = new Set<string>()
  const found = new Map<string, ContentRef>()
  const resolveLink = (href: string) => {
    if (mayBeInternal(href)) open.add(href)
    return resolveRef(href) ?? linkResolver(found)(href)
  }
  const parsed = parse(input, { title: isTitle !== undefined, fences, resolveLink })
  const title = parsed.title !== undefined && isTitle!(parsed.title)
  for (const href of open) {
    const target = yield* findLinkTarget(tree, href, folder)
    if (target) found.set(href, target)
  }
  const isRead = found.size === 0 && title === (parsed.title !== undefined)
  return toParsedDocument(isRead ? parsed : parse(input, { title, fences, resolveLink }))
}

function parse({ markdown = '', path }: DocumentInput, options: ParseOptions): ParsedMarkdown {
  try {
    return parseInTransaction(markdown, options)
  } catch (error) {
    throw error instanceof TooLarge ? invalid({ path: `${path}.markdown`, message: error.message }) : error
  }
}

function toParsedDocument({ document, title, frontMatter }: ParsedMarkdown): ParsedDocument {
  const { description } = frontMatter
  return { document, title, description: typeof description === 'string' ? description : undefined }
}
