// Writes the input of the printer into a folder: evaluated pages, and the files and names they refer to. Yields to
// other requests after each page.
import type { Db } from '../../db/tables.ts'
import type { LoggedDispatchServices } from '../../domain/dispatch/index.ts'
import { type Evaluation, evaluate } from '../../domain/documents/index.ts'
import { withWrittenOperations } from '../../domain/drawing/index.ts'
import { withWrittenInterfaces } from '../../domain/interfaces/index.ts'
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
import { listOthers } from './changed-others.ts'
import { compareVersions, selectChanged } from './changed-pages.ts'
import { type SelectedPage, selectPages } from './page-selection.ts'
import { copyFiles } from './pictures.ts'
import { loadContents } from './reusable-contents.ts'

export interface BookInput {
  db: Db
  store: FileStore
  /** Asks the integrations of blocks. */
  services: Omit<LoggedDispatchServices, 'db'>
  /** The folder to write to. */
  folder: string
  root: Hash
  /** The content whose differences are marked; then only what changed is printed. */
  from?: Hash | undefined
  page: string
  only: boolean
  organization: string
  /** The texts on the cover. */
  cover: Pick<Book, 'publisher' | 'date' | 'note' | 'space' | 'site'> & { title: string }
}

export async function assembleBook(gathering: BookInput): Promise<void> {
  const { db, store, folder, root, from, cover, organization } = gathering
  const view = await openView(db, ANONYMOUS_VISITOR, { space_id: cover.space, root })
  const { tree } = view
  const pages = await readContent(db, loadPageTree(tree))
  const before = from ? await openView(db, ANONYMOUS_VISITOR, { space_id: cover.space, root: from }) : undefined
  const chosen = from
    ? (await selectChanged(db, { before: from, after: root }, pages)).filter(isAsked(gathering))
    : selectPages(pages, gathering)
  const named = await writePages(gathering, { view, before }, chosen)
  const files = await readContent(db, findFiles([tree, ...(before ? [before.tree] : [])], [...named.files]))
  const [first] = chosen
  const part = gathering.page === '' || from ? undefined : first?.page.title
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

const isAsked =
  ({ page: asked }: BookInput) =>
  ({ page }: SelectedPage): boolean =>
    asked === '' || page.id === asked

const flat = (nodes: readonly PageNode[]): PageNode[] => nodes.flatMap((node) => [node, ...flat(node.pages)])

interface References {
  files: Set<string>
  users: Set<string>
}

interface Views {
  view: View
  /** What it is compared with. */
  before: View | undefined
}

async function writePages(input: BookInput, views: Views, chosen: readonly SelectedPage[]): Promise<References> {
  const { view, before } = views
  const { db, store, services, folder, organization, cover } = input
  const place = { db, store, space: { id: cover.space, organization_id: organization }, view }
  const { tree } = view
  const space = await readContent(db, loadVariables(tree))
  const contents = await loadContents(db, tree)
  const named: References = { files: new Set(), users: new Set() }
  await addPages(folder, [])
  for (const each of chosen) {
    const document = before
      ? await compareVersions(db, { before, after: view }, each.page.id)
      : await loadDocument(db, view, each.page)
    if (!document) continue
    const stored = toBookPage(each, document, { space, contents })
    // Nothing can be unfolded on paper.
    const writing = { labels: ENGLISH.api, title: stored.title }
    const shown = await withWrittenInterfaces({ ...services, db }, place.space, stored.document)
    const page = { ...stored, document: await withWrittenOperations(place, shown, writing) }
    note(page.document, named)
    await addPages(folder, [page])
    await yieldToEventLoop()
  }
  const others =
    before && input.page === ''
      ? await listOthers(db, { before, after: view }, { before: input.from!, after: input.root })
      : []
  for (const { id, title, document } of others) {
    const whole = evaluate(include(document, contents), forEverybody(space, {}))
    note(whole, named)
    await addPages(folder, [{ id, title, level: 0, type: 'document', document: whole }])
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

/** In the first tree that has them. */
function* findFiles(trees: readonly Tree[], ids: readonly string[]): Reading<File[]> {
  const found: File[] = []
  for (const id of ids) {
    for (const tree of trees) {
      const file = yield* findRecord(tree, 'file', id)
      if (!file) continue
      found.push(file)
      break
    }
  }
  return found
}
