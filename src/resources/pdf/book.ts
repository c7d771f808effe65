// Writes the input of the printer into a folder: evaluated pages, and the files and names they refer to. Yields to
// other requests after each page.
import type { Db } from '../../db/tables.ts'
import { type Evaluation, evaluate } from '../../domain/documents/index.ts'
import { withWrittenOperations } from '../../domain/drawing/index.ts'
import { listMemberNames } from '../../domain/people/index.ts'
import { ANONYMOUS_VISITOR, loadDocument, openView, readContent, type View } from '../../domain/revisions/index.ts'
import type { Document } from '../../engine/document.ts'
import { type Contents, include } from '../../engine/inclusion.ts'
import { listReferences } from '../../engine/links.ts'
import type { Hash } from '../../engine/objects.ts'
import type { Reading } from '../../engine/reading.ts'
import { findRecord, listRecords, loadVariables } from '../../engine/tree/collections.ts'
import type { Tree } from '../../engine/tree/draft.ts'
import { loadPageTree, type PageNode } from '../../engine/tree/pages.ts'
import type { File, Variables } from '../../engine/tree/records.ts'
import type { FileStore } from '../../files/store.ts'
import { yieldToEventLoop } from '../../lib/event-loop.ts'
import { addPages, writeBook } from '../../pdf/book-folder.ts'
import { ENGLISH } from '../../render/html/index.ts'
import type { Book, BookPage } from '../../render/typst/index.ts'
import { type SelectedPage, selectPages } from './page-selection.ts'
import { copyFiles } from './pictures.ts'
import { loadContents } from './reusable-contents.ts'

export interface BookInput {
  db: Db
  store: FileStore
  /** The folder to write to. */
  folder: string
  root: Hash
  page: string
  only: boolean
  organization: string
  /** The texts on the cover. */
  cover: Pick<Book, 'publisher' | 'date' | 'note' | 'space' | 'site'> & { title: string }
}

export async function assembleBook(gathering: BookInput): Promise<void> {
  const { db, store, folder, root, cover, organization } = gathering
  const view = await openView(db, ANONYMOUS_VISITOR, { space_id: cover.space, root })
  const { tree } = view
  const pages = await readContent(db, loadPageTree(tree))
  const chosen = selectPages(pages, gathering)
  const named = await writePages(gathering, view, chosen)
  const files = await readContent(db, findFiles(tree, [...named.files]))
  const [first] = chosen
  const part = gathering.page === '' ? undefined : first?.page.title
  const tags = await readContent(db, listRecords(tree, 'tag'))
  await writeBook(folder, {
    ...cover,
    title: part ?? cover.title,
    subtitle: part === undefined ? undefined : cover.title,
    pages: Object.fromEntries(flat(pages).map(({ page, path }) => [page.id, { title: page.title, path }])),
    files: await copyFiles(store, folder, files),
    users: await listMemberNames(db, organization, [...named.users]),
    tags: Object.fromEntries(tags.map(({ id, record }) => [id, record.label])),
  })
}

const flat = (nodes: readonly PageNode[]): PageNode[] => nodes.flatMap((node) => [node, ...flat(node.pages)])

interface References {
  files: Set<string>
  users: Set<string>
}

async function writePages(input: BookInput, view: View, chosen: readonly SelectedPage[]): Promise<References> {
  const { db, store, folder, organization, cover } = input
  const place = { db, store, space: { id: cover.space, organization_id: organization }, view }
  const { tree } = view
  const space = await readContent(db, loadVariables(tree))
  const contents = await loadContents(db, tree)
  const named: References = { files: new Set(), users: new Set() }
  await addPages(folder, [])
  for (const each of chosen) {
    const stored = toBookPage(each, await loadDocument(db, view, each.page), { space, contents })
    // Nothing can be unfolded on paper.
    const writing = { labels: ENGLISH.api, title: stored.title }
    const page = { ...stored, document: await withWrittenOperations(place, stored.document, writing) }
    note(page.document, named)
    await addPages(folder, [page])
    await yieldToEventLoop()
  }
  return named
}

interface PageContext {
  space: Variables
  contents: Contents
}

function toBookPage({ page, level }: SelectedPage, document: Document, { space, contents }: PageContext): BookPage {
  const { id, title, emoji, icon, description, target } = page
  const whole = evaluate(include(document, contents), forEverybody(space, page.variables ?? {}))
  const type = page.type === 'group' || page.type === 'link' ? page.type : 'document'
  return { id, title, level, type, emoji, icon, description, target, document: whole }
}

/** A PDF has no visitor, so conditions are evaluated for a visitor without claims. */
function forEverybody(space: Variables, page: Variables): Evaluation {
  const rule = { scope: { space: { vars: space }, page: { vars: page }, visitor: { claims: {} } }, keepsUnknown: false }
  return { inlines: rule, conditions: rule }
}

function note(document: Document, { files, users }: References): void {
  for (const { ref } of listReferences(document)) {
    if (ref.kind === 'file' && ref.space === undefined) files.add(ref.file)
    if (ref.kind === 'user') users.add(ref.user)
  }
}

function* findFiles(tree: Tree, ids: readonly string[]): Reading<File[]> {
  const found: File[] = []
  for (const id of ids) {
    const file = yield* findRecord(tree, 'file', id)
    if (file) found.push(file)
  }
  return found
}
