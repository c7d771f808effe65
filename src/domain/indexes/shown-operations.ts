// Operations that writers placed on pages: search finds the pages by what the specifications say about them. When a
// specification changes, the pages that show something of it are indexed again.
import { isApiBlock } from '../../computed/reference/index.ts'
import type { IndexedPage, IndexedSpace } from '../../db/search-index.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Hash } from '../../engine/objects.ts'
import { openTree } from '../../engine/tree/draft.ts'
import { findPages } from '../../engine/tree/pages.ts'
import type { Page } from '../../engine/tree/records.ts'
import { type Facts, withSections } from '../documents/index.ts'
import { listSources, loadOperationSections } from '../openapi-specs/index.ts'
import {
  type ContentChanges,
  emptyDiff,
  listBatches,
  loadChanges,
  loadStoredDocument,
  readContent,
} from '../revisions/index.ts'
import { targetKeyOf } from './target-keys.ts'

const BATCH_SIZE = 20

type Update = (db: Db, space: IndexedSpace, changes: ContentChanges) => Promise<void>

/** What search has of a page. */
export async function toIndexed(db: Db, space: IndexedSpace, page: Page, facts: Facts): Promise<IndexedPage> {
  const { words, sections, references } = facts
  if (page.document === undefined || !references.some(({ node }) => isApiBlock(node)))
    return { pageId: page.id, words, sections }
  const { organization_id } = await db
    .selectFrom('spaces')
    .select('organization_id')
    .where('id', '=', space.id)
    .executeTakeFirstOrThrow()
  const document = await loadStoredDocument(db, page.document)
  const shown = await loadOperationSections(db, { organization: organization_id }, document)
  return { pageId: page.id, ...withSections({ words, sections }, shown) }
}

/** Indexes the pages of a space again that show something of a specification. */
export async function indexShownOperations(
  db: Db,
  { space_id, number }: Row<'content_indexes'>,
  root: Hash,
  update: Update,
): Promise<void> {
  const ids = await listPagesThatShow(db, space_id)
  if (ids.length === 0) return
  const pages = await readContent(db, findPages(openTree(root), ids))
  const diff = {
    ...emptyDiff(),
    page: pages.map((page) => ({ id: page.id, before: { ...page, title: '' }, after: page })),
  }
  for (const batch of listBatches(diff, BATCH_SIZE))
    await update(db, { id: space_id, number }, await loadChanges(db, batch))
}

async function listPagesThatShow(db: Db, spaceId: string): Promise<string[]> {
  const sources = await listSources(db, spaceId)
  const urls = sources.map((url) => targetKeyOf({ kind: 'url', url }, { space: spaceId })!)
  const rows = await db
    .selectFrom('links')
    .select('holder')
    .distinct()
    .where('space_id', '=', spaceId)
    .where('holder', 'like', 'page/%')
    .where((is) => is.or([is('target', 'like', 'openapi/%'), ...(urls.length > 0 ? [is('target', 'in', urls)] : [])]))
    .orderBy('holder')
    .execute()
  return rows.map(({ holder }) => holder.slice('page/'.length))
}
