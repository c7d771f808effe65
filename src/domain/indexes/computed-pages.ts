// Indexes computed pages. They are in no stored tree, so a diff cannot find them. Instead, their ids and a hash are
// stored with the index, and all are replaced when the hash changes.
import type { IndexedSpace } from '../../db/search-index.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Changed } from '../../engine/diff.ts'
import type { Document } from '../../engine/document.ts'
import { type Hash, hashOf } from '../../engine/objects.ts'
import type { Page } from '../../engine/tree/records.ts'
import { describe } from '../documents/index.ts'
import { type ContentChanges, emptyDiff, loadSearchDocument, openView, type View } from '../revisions/index.ts'

const BATCH_SIZE = 20

type Update = (db: Db, space: IndexedSpace, changes: ContentChanges) => Promise<void>
type State = Row<'content_indexes'>
type ChangedPage = Changed<Page>

/** What the index currently holds. */
interface IndexedPages {
  /** Of all indexed fields of the pages. */
  hash: string
  ids: string[]
}

/** Indexes the computed pages of the main content at `root`, and removes those that are gone. */
export async function indexComputedPages(db: Db, state: State, root: Hash, updates: readonly Update[]): Promise<void> {
  const view = await openView(db, 'everything', { space_id: state.space_id, root })
  const before: IndexedPages = state.computed === null ? { hash: '', ids: [] } : JSON.parse(state.computed)
  const pages = (view.computedPages ?? []).filter(({ type }) => type === 'document')
  const hash = pages.length === 0 ? '' : hashOf(JSON.stringify(pages.map(indexedOf)))
  if (hash === before.hash) return
  const space = { id: state.space_id, number: state.number }
  for (const batch of listBatches([...before.ids.map(removed), ...pages.map(inserted)])) {
    const changes = await toChanges(db, view, batch)
    for (const update of updates) await update(db, space, changes)
  }
  const computed = pages.length === 0 ? null : JSON.stringify({ hash, ids: pages.map(({ id }) => id) })
  await db.updateTable('content_indexes').set({ computed }).where('space_id', '=', state.space_id).execute()
}

const removed = (id: string): ChangedPage => ({ id, before: { id, type: 'document' } as Page })
const inserted = (page: Page): ChangedPage => ({ id: page.id, after: page })

const listBatches = (pages: readonly ChangedPage[]): ChangedPage[][] =>
  Array.from({ length: Math.ceil(pages.length / BATCH_SIZE) }, (_, at) =>
    pages.slice(at * BATCH_SIZE, (at + 1) * BATCH_SIZE),
  )

const indexedOf = ({ id, title, slug, description, noIndex, computed }: Page) => [
  id,
  title,
  slug,
  description,
  noIndex,
  computed,
]

async function toChanges(db: Db, view: View, page: ChangedPage[]): Promise<ContentChanges> {
  const documents = new Map<string, Document>()
  for (const { after } of page) if (after) documents.set(after.id, await loadSearchDocument(db, view, after))
  return { ...emptyDiff(), page, factsOf: (record) => describe(documents.get(record.id)!, record as Page) }
}
