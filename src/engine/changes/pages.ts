// Applies the changes to pages.

import type { Hash } from '../objects.ts'
import type { Reading } from '../reading.ts'
import { openTree, putDocument } from '../tree/draft.ts'
import { type EditResult, insertPage, movePage, removePage, updatePage, writePage } from '../tree/edit-pages.ts'
import { findPage } from '../tree/pages.ts'
import type { Page, PageFields } from '../tree/records.ts'
import { addDocument, type Batch, idOf, loadDocument, type Outcome } from './batch.ts'
import type { DeletePage, InsertPage, Reason, RevertPage, UpdatePage } from './change.ts'
import { revertBlocks } from './revert-blocks.ts'

const UNTITLED = 'Untitled'

export function* insert(batch: Batch, change: InsertPage): Reading<Outcome> {
  const { operation, id, ref, into, at, document, type = 'document', title, ...fields } = change
  const parent = into === undefined ? '' : idOf(batch, into)
  const hash = document && (yield* addDocument(batch, document))
  const page = {
    id,
    type,
    title: title || UNTITLED,
    document: hash,
    createdAt: batch.now,
    updatedAt: batch.now,
    ...(fields as Omit<PageFields, 'title'>),
  }
  const inserted = yield* insertPage(batch.tree, page, { parent, at })
  if (!inserted.ok) return refused(inserted, id, into)
  return { object: 'created_page', page: id, ...(ref === undefined ? {} : { ref }) }
}

export function* update(batch: Batch, change: UpdatePage): Reading<Outcome> {
  const { operation, page: name, into, at, document, ...fields } = change
  const id = idOf(batch, name)
  const page = yield* findPage(batch.tree, id)
  if (!page) return { reason: 'page-missing', subject: name }
  const hash = document ? yield* addDocument(batch, document, page.document) : document
  const patch = hash === undefined ? fields : { document: hash, ...fields }
  const updated = yield* updatePage(batch.tree, id, { updatedAt: batch.now, ...patch })
  if (!updated.ok) return refused(updated, name)
  if (into === undefined && at === undefined) return { object: 'updated_page', page: id }
  const parent = into === undefined ? page.parent : into === null ? '' : idOf(batch, into)
  const moved = yield* movePage(batch.tree, id, { parent, at })
  return moved.ok ? { object: 'updated_page', page: id } : refused(moved, name, into ?? undefined)
}

export function* remove(batch: Batch, change: DeletePage): Reading<Outcome> {
  const id = idOf(batch, change.page)
  const removed = yield* removePage(batch.tree, id)
  return removed.ok ? { object: 'deleted_page', page: id } : refused(removed, change.page)
}

/**
 * Restores fields and document, or some blocks. A deleted page is inserted again where it was, or at the end of the top
 * level if its parent is gone.
 */
export function* revert(batch: Batch, change: RevertPage): Reading<Outcome> {
  const id = idOf(batch, change.page)
  const old = yield* findPage(openTree(change.source), id)
  const page = yield* findPage(batch.tree, id)
  if (!old) return { reason: 'not-in-source', subject: change.page }
  if (!page) return yield* restoreDeleted(batch, old)
  const document = change.blocks ? yield* revertDocument(batch, page, old, change.blocks) : old.document
  const { parent, position } = page
  const fields = change.blocks ? page : { ...old, parent, position, slug: page.slug }
  writePage(batch.tree, page, { ...fields, document, updatedAt: batch.now })
  if (!change.blocks && old.slug) yield* updatePage(batch.tree, id, { slug: old.slug })
  return { object: 'updated_page', page: id }
}

function* restoreDeleted(batch: Batch, { parent, position, ...page }: Page): Reading<Outcome> {
  const isThere = parent === '' || (yield* findPage(batch.tree, parent)) !== undefined
  const to = isThere ? { parent, position } : { parent: '' }
  const inserted = yield* insertPage(batch.tree, { ...page, updatedAt: batch.now }, to)
  return inserted.ok ? { object: 'updated_page', page: page.id } : refused(inserted, page.id)
}

function* revertDocument(batch: Batch, page: Page, old: Page, blocks: readonly string[]): Reading<Hash | undefined> {
  if (!old.document || !page.document) return old.document
  const [now, then] = [yield* loadDocument(batch, page.document), yield* loadDocument(batch, old.document)]
  return putDocument(batch.tree, revertBlocks(now, then, new Set(blocks)))
}

// A refusal whose name begins with `parent` concerns the parent, any other the page.
function refused(
  edited: Extract<EditResult<unknown>, { ok: false }>,
  page: string,
  into = '',
): { reason: Reason; subject: string } {
  return { reason: edited.refusal, subject: edited.refusal.startsWith('parent') ? into : page }
}
