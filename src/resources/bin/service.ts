import type { Objects } from '../../access/permissions.ts'
import { selectPage } from '../../db/keyset.ts'
import type { Db } from '../../db/tables.ts'
import { BIN_DAYS, type DeletedPage, findDeletedPage, removeFromBin, selectBin } from '../../domain/bin/index.ts'
import { loadUsers, type UsersById } from '../../domain/change-requests/index.ts'
import { writeChanges } from '../../domain/content-changes/index.ts'
import { toUser } from '../../domain/people/index.ts'
import { loadRevision, type ReadContent } from '../../domain/revisions/index.ts'
import type { Change } from '../../engine/changes/change.ts'
import type { Hash } from '../../engine/objects.ts'
import type { Reading } from '../../engine/reading.ts'
import { openTree } from '../../engine/tree/draft.ts'
import { findPage, findPages, listSubtree } from '../../engine/tree/pages.ts'
import { problem } from '../../errors.ts'
import { DAY, timestampOf } from '../../lib/time.ts'
import { implement } from '../../server/operation.ts'
import type { Urls } from '../../server/urls.ts'
import { binRoutes } from './routes.ts'
import type { DeletedPageJson } from './schemas.ts'

export const bin = implement(binRoutes, {
  async listDeletedPages({ db, space, page, urls }) {
    const { rows, count, next } = await selectPage(selectBin(db, space.id), (pages) => pages.selectAll(), page, {
      by: ['deleted_at', 'page_id'],
      direction: 'desc',
    })
    const users = await loadUsers(
      db,
      rows.flatMap(({ deleted_by }) => deleted_by ?? []),
    )
    return { items: rows.map((row) => toDeletedPage(row, users, urls)), count, next }
  },

  async restoreDeletedPage({ db, space, caller, params, report }) {
    const row = await loadDeleted(db, space, params.pageId)
    const { root: source } = await loadRevision(db, row.revision_id)
    // The parameters identify the request: they are the same object each time that the transaction runs.
    const { revision, effects } = await writeChanges(
      { db, caller },
      { space },
      { request: params, isLarge: row.pages > MAX_INLINE },
      (db, read, root) => makeChanges(db, read, { root, source, id: row.page_id }),
    )
    await removeFromBin(db, row)
    report({ target: { kind: 'space', id: space.id }, data: { revision } })
    return { revision, pages: effects.flatMap((effect) => ('page' in effect ? [effect.page] : [])) }
  },

  async purgeDeletedPage({ db, space, params, report }) {
    const row = await loadDeleted(db, space, params.pageId)
    await removeFromBin(db, row)
    report({ target: { kind: 'space', id: space.id }, data: { page: row.page_id, title: row.title } })
  },
})

/** What is restored within the transaction. */
const MAX_INLINE = 100

async function loadDeleted(db: Db, space: Objects['space'], pageId: string): Promise<DeletedPage> {
  const row = await findDeletedPage(db, space.id, pageId)
  if (!row) throw problem('notFound')
  return row
}

interface Restoring {
  /** The current content, and the content that still has the page. */
  root: Hash
  source: Hash
  id: string
}

const makeChanges = (db: Db, read: ReadContent, restoring: Restoring): Promise<Change[]> =>
  read(db, listReverts(restoring))

// Parents come before their children. Pages that are there again stay as they are.
function* listReverts({ root, source, id }: Restoring): Reading<Change[]> {
  const before = openTree(source)
  const pages = yield* listSubtree(before, (yield* findPage(before, id))!)
  const there = new Set(
    (yield* findPages(
      openTree(root),
      pages.map((page) => page.id),
    )).map((page) => page.id),
  )
  return pages
    .filter((page) => !there.has(page.id))
    .map((page): Change => ({ operation: 'revert_page', page: page.id, source }))
}

const toDeletedPage = (row: DeletedPage, users: UsersById, urls: Urls): DeletedPageJson => {
  const by = row.deleted_by === null ? undefined : users.get(row.deleted_by)
  return {
    object: 'deleted-page',
    id: row.page_id,
    title: row.title,
    type: row.type,
    ...(row.emoji !== null && { emoji: row.emoji }),
    ...(row.icon !== null && { icon: row.icon }),
    pages: row.pages,
    revision: row.revision_id,
    ...(by && { deletedBy: toUser(by, urls) }),
    deletedAt: row.deleted_at,
    expiresAt: timestampOf(Date.parse(row.deleted_at) + BIN_DAYS * DAY),
  }
}
