// Translates the changes that clients send into engine changes: checks required fields, assigns ids, parses documents.
import type { Db } from '../../db/tables.ts'
import type { Change, FieldPatch } from '../../engine/changes/change.ts'
import { isContentRef } from '../../engine/content-ref.ts'
import type { Document } from '../../engine/document.ts'
import type { Reading } from '../../engine/reading.ts'
import { openTree, type Tree } from '../../engine/tree/draft.ts'
import { findPages, pathOf } from '../../engine/tree/pages.ts'
import type { PageType } from '../../engine/tree/records.ts'
import { ApiError, type Issue } from '../../errors.ts'
import { findExpressionError } from '../../expressions/index.ts'
import { newId } from '../../lib/ids.ts'
import type { Fence } from '../../markdown/index.ts'
import { folderOf } from '../../repository/paths.ts'
import type { ContentChange } from '../../shapes/content-changes.ts'
import { toHeading } from '../documents/index.ts'
import { type Content, type ReadContent, readContent } from '../revisions/index.ts'
import { refResolver, resolveFieldRefs } from './batch-refs.ts'
import { type DocumentInput, type ParsedDocument, parseWrittenDocuments } from './document-input.ts'
import { issuesInFileIds, type StoredFiles } from './file-input.ts'
import { issuesInMetaLinks } from './meta-targets.ts'

/** The content that a batch applies to. */
interface BatchBase extends Content {
  /** Fence languages that map to integration blocks. */
  fences: readonly Fence[]
  /** The root to revert to: the given revision, or the default one; undefined if there is none. */
  sourceOf(revision: string | undefined): Promise<string | undefined>
  /** Files to insert, by index of the change. */
  files: StoredFiles
}

export async function toEngineChanges(
  db: Db,
  base: BatchBase,
  changes: readonly ContentChange[],
  read: ReadContent,
): Promise<Change[]> {
  const pages = await loadPages(db, base, changes)
  const issues = changes.flatMap((change, index) => issuesIn(change, pages).map((issue) => issueAt(index, issue)))
  if (issues.length > 0) throw new ApiError('invalid', issues)
  const written = await parseDocuments(db, base, changes, pages, read)
  const made: Change[] = []
  for (const [index, change] of changes.entries())
    made.push(await toEngineChange(base, change, index, written.get(index)))
  return resolveFieldRefs(made)
}

export const issueAt = (index: number, { path, message }: Issue): Issue => ({
  path: `changes.${index}.${path}`,
  message,
})

const REQUIRED_FIELDS: Record<ContentChange['operation'], readonly (keyof ContentChange)[]> = {
  insert_page: [],
  update_page: ['page'],
  delete_page: ['page'],
  revert_page: ['page'],
  insert_files: ['files'],
  delete_files: ['files'],
  insert_reusable_content: ['title'],
  update_reusable_content: ['reusableContent'],
  delete_reusable_content: ['reusableContent'],
  set_variables: ['variables'],
}

/** A page that a change updates or inserts into. Pages that the batch inserts have no path yet. */
interface KnownPage {
  type: PageType
  title?: string
  path?: string
}

/** By id, or by the ref of the change that inserts the page. */
type KnownPages = ReadonlyMap<string, KnownPage>

async function loadPages(db: Db, { root }: BatchBase, changes: readonly ContentChange[]): Promise<KnownPages> {
  const named = changes.flatMap(({ operation, page, into }) =>
    operation === 'update_page' ? (page ?? []) : operation === 'insert_page' ? (into ?? []) : [],
  )
  const pages = await readContent(db, readKnown(openTree(root), [...new Set(named)]))
  for (const { operation, ref, type } of changes)
    if (operation === 'insert_page' && ref) pages.set(ref, { type: type ?? 'document' })
  return pages
}

function* readKnown(tree: Tree, ids: readonly string[]): Reading<Map<string, KnownPage>> {
  const known = new Map<string, KnownPage>()
  for (const page of yield* findPages(tree, ids))
    known.set(page.id, { type: page.type, title: page.title, path: yield* pathOf(tree, page) })
  return known
}

function issuesIn(change: ContentChange, pages: KnownPages): Issue[] {
  const missing = REQUIRED_FIELDS[change.operation].filter(
    (field) => change[field] === undefined || change[field] === null,
  )
  const issues = missing.map((path) => ({ path, message: 'is required' }))
  const { operation, files = [] } = change
  if (operation === 'delete_files') return [...issues, ...issuesInFileIds(files)]
  return operation === 'insert_page' || operation === 'update_page'
    ? [...issues, ...issuesInPage(change, pages)]
    : issues
}

function issuesInPage(change: ContentChange, pages: KnownPages): Issue[] {
  const inserts = change.operation === 'insert_page'
  const type = inserts ? (change.type ?? 'document') : pages.get(change.page ?? '')?.type
  const issues: Issue[] = []
  if (type === 'link' && inserts && !change.target) issues.push({ path: 'target', message: 'is required for a link' })
  if (type && type !== 'link' && change.target) issues.push({ path: 'target', message: 'is only for links' })
  if (type === 'computed' && inserts && !change.computed)
    issues.push({ path: 'computed', message: 'is required for a computed page' })
  if (type && type !== 'computed' && change.computed)
    issues.push({ path: 'computed', message: 'is only for pages of type computed' })
  if (type && type !== 'document' && change.document)
    issues.push({ path: 'document', message: 'is only for pages of type document' })
  if (type && type !== 'document' && change.metaLinks)
    issues.push({ path: 'metaLinks', message: 'is only for pages of type document' })
  issues.push(...issuesInMetaLinks(change.metaLinks ?? {}))
  for (const [path, ref] of refsIn(change))
    if (ref !== undefined && !isContentRef(ref)) issues.push({ path, message: 'must be a reference to content' })
  const complaint = change.condition ? findExpressionError(change.condition) : undefined
  if (complaint !== undefined) issues.push({ path: 'condition', message: complaint })
  if (Object.values(change.variables ?? {}).includes(null))
    issues.push({ path: 'variables', message: 'must not be null: send all variables of the page' })
  return issues
}

const refsIn = ({ target, cover }: ContentChange): [string, unknown][] => [
  ['target', target],
  ['cover.ref', cover?.ref],
  ['cover.refDark', cover?.refDark],
]

async function parseDocuments(
  db: Db,
  base: BatchBase,
  changes: readonly ContentChange[],
  pages: KnownPages,
  read: ReadContent,
): Promise<Map<number, ParsedDocument>> {
  const inputs = changes.flatMap((change, index): (DocumentInput & { index: number })[] => {
    const { document } = change
    return document
      ? [{ ...document, index, path: `changes.${index}.document`, ...headingContextOf(change, pages) }]
      : []
  })
  const written = await parseWrittenDocuments(db, base, inputs, {
    resolveRef: refResolver(changes),
    fences: base.fences,
    read,
  })
  return new Map(inputs.map(({ index }, order) => [index, withNewTitle(written[order]!, changes[index]!, pages)]))
}

/** The folder that links are relative to, and the first headings that count as the page title. */
function headingContextOf({ operation, title, page, into }: ContentChange, pages: KnownPages): Partial<DocumentInput> {
  if (operation !== 'insert_page' && operation !== 'update_page') return {}
  const known = operation === 'update_page' ? pages.get(page ?? '') : undefined
  const folder = known?.path === undefined ? pages.get(into ?? '')?.path : folderOf(known.path)
  const isKnown = (heading: string) => [title, known?.title].some((each) => each && toHeading(each) === heading)
  return { isTitle: (heading) => title === undefined || isKnown(heading), ...(folder !== undefined && { folder }) }
}

// Headings collapse whitespace, so a title that only differs in whitespace is the same title.
function withNewTitle(written: ParsedDocument, { page }: ContentChange, pages: KnownPages): ParsedDocument {
  const { title: known } = pages.get(page ?? '') ?? {}
  const isSame = written.title !== undefined && known !== undefined && toHeading(known) === toHeading(written.title)
  return isSame ? { ...written, title: undefined } : written
}

async function toEngineChange(
  base: BatchBase,
  change: ContentChange,
  index: number,
  written?: ParsedDocument,
): Promise<Change> {
  const { operation, title = '', files = [], ref } = change
  const [page, reusableContent] = [change.page ?? '', change.reusableContent ?? '']
  const named = ref === undefined ? {} : { ref }
  switch (operation) {
    case 'insert_page':
      return { operation, id: idOf(change), ...named, ...insertedFields(change, written), ...documentOf(written) }
    case 'update_page':
      return { operation, page, ...fieldsOf(change, written), ...place(change), ...replacement(change, written) }
    case 'delete_page':
      return { operation, page }
    case 'revert_page':
      return { operation, page, source: await requireSource(base, change, index), ...blocks(change) }
    case 'insert_files':
      return { operation, files: base.files.get(index)! }
    case 'delete_files':
      return { operation, files: files as string[] }
    case 'insert_reusable_content':
      return { operation, id: idOf(change), ...named, title, ...documentOf(written) }
    case 'update_reusable_content':
      return { operation, reusableContent, ...(change.title && { title }), ...replacement(change, written) }
    case 'delete_reusable_content':
      return { operation, reusableContent }
    case 'set_variables':
      return { operation, variables: change.variables ?? {} }
  }
}

/** New ids by change: a transaction that runs again writes the same documents. */
const ids = new WeakMap<ContentChange, string>()

function idOf(change: ContentChange): string {
  const id = ids.get(change) ?? newId()
  ids.set(change, id)
  return id
}

const FIELDS = [
  'title',
  'linkTitle',
  'slug',
  'emoji',
  'icon',
  'description',
  'hidden',
  'noIndex',
  'noRobotsIndex',
  'condition',
  'layout',
  'cover',
  'variables',
  'metaLinks',
  'target',
  'computed',
] as const

/** The fields to set. Values from the change take precedence over those from its markdown. */
function fieldsOf(change: ContentChange, written: ParsedDocument | undefined): FieldPatch {
  const fields: Record<string, unknown> = {}
  if (written?.title !== undefined) fields.title = written.title
  if (written?.description !== undefined) fields.description = written.description
  // Empty and false values are stored as absent.
  for (const field of FIELDS) if (change[field] !== undefined) fields[field] = change[field] || null
  if (change.cover) fields.cover = { yPos: 0, ...change.cover }
  return fields
}

const insertedFields = (change: ContentChange, written: ParsedDocument | undefined) => ({
  ...fieldsOf(change, written),
  ...(change.type && { type: change.type }),
  ...(change.into && { into: change.into }),
  ...(change.at !== undefined && { at: change.at }),
})

const place = ({ into, at }: ContentChange) => ({
  ...(into !== undefined && { into }),
  ...(at !== undefined && { at }),
})

const blocks = ({ block }: ContentChange) => (block ? { blocks: block } : {})

// An empty document is stored as none, since pages without a document read as empty.
const isEmpty = (written: ParsedDocument) => written.document.nodes.length === 0

const documentOf = (written?: ParsedDocument): { document?: Document } =>
  written && !isEmpty(written) ? { document: written.document } : {}

function replacement({ document }: ContentChange, written?: ParsedDocument): { document?: Document | null } {
  if (document === undefined) return {}
  return { document: written && !isEmpty(written) ? written.document : null }
}

async function requireSource(base: BatchBase, { revision }: ContentChange, index: number): Promise<string> {
  const source = await base.sourceOf(revision)
  if (source === undefined)
    throw new ApiError('invalid', [issueAt(index, { path: 'revision', message: 'does not name a revision' })])
  return source
}
