// Puts what is printed into a folder: pages as evaluated content shows them, and all that they name. Page after page,
// with room in between for other requests.
import { setImmediate } from 'node:timers/promises'
import type { Db } from '../../db/tables.ts'
import type { Document } from '../../engine/document.ts'
import { listReferences } from '../../engine/links.ts'
import type { Hash } from '../../engine/objects.ts'
import type { Reading } from '../../engine/reading.ts'
import { findRecord, listRecords, loadVariables } from '../../engine/tree/collections.ts'
import { openTree } from '../../engine/tree/draft.ts'
import { loadPageTree, type PageNode } from '../../engine/tree/pages.ts'
import type { File, Variables } from '../../engine/tree/records.ts'
import { EMPTY_DOCUMENT } from '../../engine/walk.ts'
import type { FileStore } from '../../files/store.ts'
import { addPages, writeBook } from '../../pdf/job.ts'
import type { Book, BookPage } from '../../render/typst/index.ts'
import { type Evaluation, evaluate } from '../content/evaluation.ts'
import { readContent } from '../content/revisions.ts'
import { type Chosen, choosePages } from './chosen-pages.ts'
import { type Contents, include, loadContents } from './inclusion.ts'
import { layFiles } from './pictures.ts'
import { listNames } from './queries.ts'

export interface Gathering {
  db: Db
  store: FileStore
  /** Where it is put. */
  folder: string
  root: Hash
  page: string
  only: boolean
  organization: string
  /** What stands on the cover. */
  cover: Pick<Book, 'publisher' | 'date' | 'note' | 'space' | 'app'> & { title: string }
}

const AT_ONCE = 5

export async function gather(gathering: Gathering): Promise<void> {
  const { db, store, folder, root, cover, organization } = gathering
  const tree = await readContent(db, loadPageTree(openTree(root)))
  const chosen = choosePages(tree, gathering)
  const named = await layPages(gathering, chosen)
  const files = await readContent(db, findFiles(root, [...named.files]))
  const [first] = chosen
  const part = gathering.page === '' ? undefined : first?.page.title
  const tags = await readContent(db, listRecords(openTree(root), 'tag'))
  await writeBook(folder, {
    ...cover,
    title: part ?? cover.title,
    subtitle: part === undefined ? undefined : cover.title,
    pages: Object.fromEntries(flat(tree).map(({ page }) => [page.id, page.title])),
    files: await layFiles(store, folder, files),
    users: await listNames(db, organization, [...named.users]),
    tags: Object.fromEntries(tags.map(({ id, record }) => [id, record.label])),
  })
}

const flat = (nodes: readonly PageNode[]): PageNode[] => nodes.flatMap((node) => [node, ...flat(node.pages)])

interface Named {
  files: Set<string>
  users: Set<string>
}

async function layPages({ db, root, folder }: Gathering, chosen: readonly Chosen[]): Promise<Named> {
  const space = await readContent(db, loadVariables(openTree(root)))
  const contents = await loadContents(db, root)
  const named: Named = { files: new Set(), users: new Set() }
  await addPages(folder, [])
  for (let at = 0; at < chosen.length; at += AT_ONCE) {
    const part = chosen.slice(at, at + AT_ONCE)
    const documents = await readContent(db, loadDocuments(part))
    const pages = part.map((each) => toBookPage(each, documents, { space, contents }))
    for (const { document } of pages) note(document, named)
    await addPages(folder, pages)
    await setImmediate()
  }
  return named
}

function* loadDocuments(chosen: readonly Chosen[]): Reading<ReadonlyMap<Hash, Document>> {
  const hashes = chosen.flatMap(({ page }) => page.document ?? [])
  return (hashes.length > 0 ? yield hashes : new Map()) as ReadonlyMap<Hash, never>
}

interface Around {
  space: Variables
  contents: Contents
}

function toBookPage(
  { page, level }: Chosen,
  documents: ReadonlyMap<Hash, Document>,
  { space, contents }: Around,
): BookPage {
  const { id, title, emoji, icon, description, target, document } = page
  const stored = document === undefined ? undefined : documents.get(document)
  const whole = evaluate(include(stored ?? EMPTY_DOCUMENT, contents), forEverybody(space, page.variables ?? {}))
  const type = page.type === 'group' || page.type === 'link' ? page.type : 'document'
  return { id, title, level, type, emoji, icon, description, target, document: whole }
}

/** Paper does not know who reads it: conditions about visitors are as for one about whom nothing is known. */
function forEverybody(space: Variables, page: Variables): Evaluation {
  const rule = { known: { space: { vars: space }, page: { vars: page }, visitor: { claims: {} } }, leaves: false }
  return { inlines: rule, conditions: rule }
}

function note(document: Document, { files, users }: Named): void {
  for (const { ref } of listReferences(document)) {
    if (ref.kind === 'file' && ref.space === undefined) files.add(ref.file)
    if (ref.kind === 'user') users.add(ref.user)
  }
}

function* findFiles(root: Hash, ids: readonly string[]): Reading<File[]> {
  const found: File[] = []
  for (const id of ids) {
    const file = yield* findRecord(openTree(root), 'file', id)
    if (file) found.push(file)
  }
  return found
}
