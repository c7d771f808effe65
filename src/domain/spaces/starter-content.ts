// Content that new spaces can start with: a folder of markdown files in `assets/`, in the order of their names. The front
// matter has the description of a page, and the group that it is in.
import { readdirSync, readFileSync } from 'node:fs'
import { saveObjects } from '../../db/objects.ts'
import type { Db, Row } from '../../db/tables.ts'
import { addKeys } from '../../engine/keys/keep-keys.ts'
import type { Hash } from '../../engine/objects.ts'
import type { Reading } from '../../engine/reading.ts'
import { EMPTY_TREE, openTree, putDocument, saveTree, type Tree } from '../../engine/tree/draft.ts'
import { insertPage } from '../../engine/tree/edit-pages.ts'
import { newId } from '../../lib/ids.ts'
import { PACKAGE_FOLDER } from '../../lib/package-folder.ts'
import { now } from '../../lib/time.ts'
import { type ParsedMarkdown, parseMarkdown } from '../../markdown/index.ts'
import { orderKeyIn } from '../placement/index.ts'
import { insertEmptyRoot, readContent } from '../revisions/index.ts'
import { insertSpace } from './spaces.ts'

/** Stores the content of a folder of `assets/`. Returns its root. */
export async function insertStarterContent(db: Db, folder: string): Promise<Hash> {
  await insertEmptyRoot(db)
  const { root, objects } = await readContent(db, writePages(pagesIn(new URL(`assets/${folder}/`, PACKAGE_FOLDER))))
  await saveObjects(db, objects)
  return root
}

const pagesIn = (folder: URL): ParsedMarkdown[] =>
  readdirSync(folder)
    .sort()
    .map((file) => parseMarkdown(readFileSync(new URL(file, folder), 'utf8')))

function* writePages(pages: ParsedMarkdown[]): Reading<{ root: Hash; objects: Parameters<typeof saveObjects>[1] }> {
  const tree = openTree(EMPTY_TREE.hash)
  const at = { createdAt: now(), updatedAt: now() }
  const groups = new Map<string, string>()
  for (const { title = '', frontMatter, document } of pages) {
    const parent = yield* groupOf(tree, groups, String(frontMatter.group ?? ''))
    const description = String(frontMatter.description ?? '')
    const page = { id: newId(), type: 'document' as const, title, description, ...at }
    yield* insertPage(tree, { ...page, document: putDocument(tree, addKeys(document, newId)) }, { parent })
  }
  return yield* saveTree(tree)
}

/** The id of a group, which is inserted when it is first needed; empty for the top level. */
function* groupOf(tree: Tree, groups: Map<string, string>, title: string): Reading<string> {
  const known = title === '' ? '' : groups.get(title)
  if (known !== undefined) return known
  const id = newId()
  groups.set(title, id)
  yield* insertPage(tree, { id, type: 'group', title, createdAt: now(), updatedAt: now() }, { parent: '' })
  return id
}

/** The welcome space, which new servers start with and sites can use as a sample. */
export async function insertWelcomeSpace(db: Db, organizationId: string, createdBy: string): Promise<Row<'spaces'>> {
  const root = await insertStarterContent(db, 'welcome')
  const position = await orderKeyIn(db, { organizationId, parentId: null })
  const place = { organization_id: organizationId, parent_id: null, position }
  return insertSpace(db, { ...place, title: 'Welcome to Lectern', emoji: '👋' }, { createdBy, root })
}
