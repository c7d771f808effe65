// From the changes that clients send to the changes that the engine makes: ids chosen, documents read, and every field
// that an operation needs there.
import type { Db } from '../../db/tables.ts'
import type { Change, FieldPatch } from '../../engine/changes/change.ts'
import { isContentRef } from '../../engine/content-ref.ts'
import type { Document } from '../../engine/document.ts'
import { openTree } from '../../engine/tree/draft.ts'
import { findPages } from '../../engine/tree/pages.ts'
import type { PageType } from '../../engine/tree/records.ts'
import { ApiError, type Issue } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { namedBy, resolveFields } from './batch-refs.ts'
import type { ContentChange } from './change-schemas.ts'
import { type Input, readDocuments, type Written } from './document-input.ts'
import { issuesInNames, type StoredFiles } from './file-input.ts'
import { readContent } from './revisions.ts'

/** What changes are to be made to. */
export interface Base {
  root: string
  /** The root of a revision to revert to: the one named, or the one before; undefined when there is none. */
  sourceOf(revision: string | undefined): Promise<string | undefined>
  /** The files that the changes insert, by the place of the change. */
  files: StoredFiles
}

export async function toChanges(db: Db, base: Base, changes: readonly ContentChange[]): Promise<Change[]> {
  const types = await loadTypes(db, base, changes)
  const issues = changes.flatMap((change, index) => issuesIn(change, types).map((issue) => at(index, issue)))
  if (issues.length > 0) throw new ApiError('invalid', issues)
  const written = await readWritten(db, base, changes)
  const made: Change[] = []
  for (const [index, change] of changes.entries()) made.push(await toChange(base, change, index, written.get(index)))
  return resolveFields(made)
}

export const at = (index: number, { path, message }: Issue): Issue => ({ path: `changes.${index}.${path}`, message })

const NEEDED: Record<ContentChange['operation'], readonly (keyof ContentChange)[]> = {
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

/** The types of the pages that are updated; a page is named by its id, or by the ref of the change that inserts it. */
type Types = ReadonlyMap<string, PageType>

async function loadTypes(db: Db, { root }: Base, changes: readonly ContentChange[]): Promise<Types> {
  const updated = changes.flatMap(({ operation, page }) => (operation === 'update_page' && page ? page : []))
  const pages = await readContent(db, findPages(openTree(root), updated))
  const types = new Map<string, PageType>(pages.map(({ id, type }) => [id, type]))
  for (const { operation, ref, type } of changes)
    if (operation === 'insert_page' && ref) types.set(ref, type ?? 'document')
  return types
}

function issuesIn(change: ContentChange, types: Types): Issue[] {
  const missing = NEEDED[change.operation].filter((field) => change[field] === undefined || change[field] === null)
  const issues = missing.map((path) => ({ path, message: 'is required' }))
  const { operation, files = [] } = change
  if (operation === 'delete_files') return [...issues, ...issuesInNames(files)]
  return operation === 'insert_page' || operation === 'update_page'
    ? [...issues, ...issuesInPage(change, types)]
    : issues
}

function issuesInPage(change: ContentChange, types: Types): Issue[] {
  const inserts = change.operation === 'insert_page'
  const type = inserts ? (change.type ?? 'document') : types.get(change.page ?? '')
  const issues: Issue[] = []
  if (type === 'link' && inserts && !change.target) issues.push({ path: 'target', message: 'is required for a link' })
  if (type && type !== 'link' && change.target) issues.push({ path: 'target', message: 'is for links only' })
  if (type && type !== 'document' && change.document)
    issues.push({ path: 'document', message: 'is for pages of type document only' })
  for (const [path, ref] of refsIn(change))
    if (ref !== undefined && !isContentRef(ref)) issues.push({ path, message: 'must be a reference to content' })
  if (Object.values(change.variables ?? {}).includes(null))
    issues.push({ path: 'variables', message: 'must have values: all variables of the page are given at once' })
  return issues
}

const refsIn = ({ target, cover }: ContentChange): [string, unknown][] => [
  ['target', target],
  ['cover.ref', cover?.ref],
  ['cover.refDark', cover?.refDark],
]

async function readWritten(db: Db, base: Base, changes: readonly ContentChange[]): Promise<Map<number, Written>> {
  const inputs = changes.flatMap(({ operation, document, title }, index): (Input & { index: number })[] => {
    // Nothing a document holds is written as a heading of the first level, so that one is the title of the page.
    const takesTitle = title === undefined && (operation === 'insert_page' || operation === 'update_page')
    return document ? [{ ...document, index, path: `changes.${index}.document`, title: takesTitle }] : []
  })
  const written = await readDocuments(db, base.root, inputs, namedBy(changes))
  return new Map(inputs.map(({ index }, order) => [index, written[order]!]))
}

async function toChange(base: Base, change: ContentChange, index: number, written?: Written): Promise<Change> {
  const { operation, title = '', files = [], ref } = change
  const [page, reusableContent] = [change.page ?? '', change.reusableContent ?? '']
  const named = ref === undefined ? {} : { ref }
  switch (operation) {
    case 'insert_page':
      return { operation, id: newId(), ...named, ...insertedFields(change, written), ...documentOf(written) }
    case 'update_page':
      return { operation, page, ...fieldsOf(change, written), ...place(change), ...replacement(change, written) }
    case 'delete_page':
      return { operation, page }
    case 'revert_page':
      return { operation, page, source: await demandSource(base, change, index), ...blocks(change) }
    case 'insert_files':
      return { operation, files: base.files.get(index)! }
    case 'delete_files':
      return { operation, files: files as string[] }
    case 'insert_reusable_content':
      return { operation, id: newId(), ...named, title, ...documentOf(written) }
    case 'update_reusable_content':
      return { operation, reusableContent, ...(change.title && { title }), ...replacement(change, written) }
    case 'delete_reusable_content':
      return { operation, reusableContent }
    case 'set_variables':
      return { operation, variables: change.variables ?? {} }
  }
}

const FIELDS = [
  ...(['title', 'slug', 'emoji', 'icon', 'description', 'hidden', 'noIndex', 'noRobotsIndex', 'condition'] as const),
  ...(['layout', 'cover', 'variables', 'target'] as const),
] as const

/** The fields that are given; those that markdown brings along count as long as the change itself does not say so. */
function fieldsOf(change: ContentChange, written: Written | undefined): FieldPatch {
  const { title, description } = written ?? {}
  const cover = change.cover && { yPos: 0, ...change.cover }
  const fields = { title, description, ...given(change), ...(cover && { cover }) }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

// What is empty or false is not kept: a page that says so is the page that does not.
const given = (change: ContentChange) =>
  Object.fromEntries(
    FIELDS.filter((field) => change[field] !== undefined).map((field) => [field, change[field] || null]),
  )

const insertedFields = (change: ContentChange, written: Written | undefined) => ({
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

// An empty document is none: that is what a page without one is read as.
const isEmpty = (written: Written) => written.document.nodes.length === 0

const documentOf = (written?: Written): { document?: Document } =>
  written && !isEmpty(written) ? { document: written.document } : {}

function replacement({ document }: ContentChange, written?: Written): { document?: Document | null } {
  if (document === undefined) return {}
  return { document: written && !isEmpty(written) ? written.document : null }
}

async function demandSource(base: Base, { revision }: ContentChange, index: number): Promise<string> {
  const source = await base.sourceOf(revision)
  if (source === undefined)
    throw new ApiError('invalid', [at(index, { path: 'revision', message: 'names no revision' })])
  return source
}
