// The space a new server starts with, and the sample a site can start from: a few pages about using Lectern, from the
// markdown files under `assets/welcome`.
import { readdirSync, readFileSync } from 'node:fs'
import { saveObjects } from '../../db/objects.ts'
import type { Db, Row } from '../../db/tables.ts'
import { addKeys } from '../../engine/keys/keep-keys.ts'
import type { Reading } from '../../engine/reading.ts'
import { EMPTY_TREE, openTree, putDocument, saveTree } from '../../engine/tree/draft.ts'
import { insertPage } from '../../engine/tree/edit-pages.ts'
import { newId } from '../../lib/ids.ts'
import { PACKAGE_FOLDER } from '../../lib/package-folder.ts'
import { now } from '../../lib/time.ts'
import { type ParsedMarkdown, parseMarkdown } from '../../markdown/index.ts'
import { placeIn } from '../collections/placement.ts'
import { insertEmptyRoot, readContent } from '../content/revisions.ts'
import { insertSpace } from './queries.ts'

const FOLDER = new URL('assets/welcome/', PACKAGE_FOLDER)

export async function insertWelcomeSpace(db: Db, organizationId: string, createdBy: string): Promise<Row<'spaces'>> {
  await insertEmptyRoot(db)
  const { root, objects } = await readContent(db, writePages(welcomePages()))
  await saveObjects(db, objects)
  const position = await placeIn(db, { organizationId, parentId: null })
  const place = { organization_id: organizationId, parent_id: null, position }
  return insertSpace(db, { ...place, title: 'Welcome to Lectern', emoji: '👋' }, { createdBy, root })
}

const welcomePages = (): ParsedMarkdown[] =>
  readdirSync(FOLDER)
    .sort()
    .map((file) => parseMarkdown(readFileSync(new URL(file, FOLDER), 'utf8')))

function* writePages(pages: ParsedMarkdown[]): Reading<{ root: string; objects: Parameters<typeof saveObjects>[1] }> {
  const tree = openTree(EMPTY_TREE.hash)
  const at = { createdAt: now(), updatedAt: now() }
  for (const { title = '', frontMatter, document } of pages) {
    const description = String(frontMatter.description ?? '')
    const page = { id: newId(), type: 'document' as const, title, description, ...at }
    yield* insertPage(tree, { ...page, document: putDocument(tree, addKeys(document, newId)) }, { parent: '' })
  }
  return yield* saveTree(tree)
}
