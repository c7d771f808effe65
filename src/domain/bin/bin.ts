// The bin of a space: pages that were deleted from main content, by whatever write. A page that was deleted with its
// parent is in the bin as part of it. Pages that come back leave the bin, however they come back.
import { sql } from 'kysely'
import { asList, isInList } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Changed } from '../../engine/diff.ts'
import type { Page } from '../../engine/tree/records.ts'
import { DAY, fromNow, now } from '../../lib/time.ts'

export type DeletedPage = Row<'deleted_pages'>

export const BIN_DAYS = 30

const startOfBin = () => fromNow(-BIN_DAYS * DAY)

/** Of one write. Whoever deletes more at once can roll back. */
const MAX_AT_ONCE = 200

interface Change {
  spaceId: string
  /** The revision before the change. */
  revision: string
  by: string | null
  pages: readonly Changed<Page>[]
}

/** Follows a change of main content. */
export async function updateBin(db: Db, { spaceId, revision, by, pages }: Change): Promise<void> {
  const back = pages.filter(({ before, after }) => !before && after).map(({ id }) => id)
  if (back.length > 0) await removePages(db, spaceId, back)
  const gone = new Map(pages.flatMap(({ id, before, after }) => (before && !after ? [[id, before] as const] : [])))
  const sizes = countBelow(gone)
  const tops = [...gone.values()].filter(({ parent }) => !gone.has(parent)).slice(0, MAX_AT_ONCE)
  for (const page of tops) {
    await removePages(db, spaceId, [page.id])
    await db
      .insertInto('deleted_pages')
      .values({
        space_id: spaceId,
        page_id: page.id,
        title: page.title,
        type: page.type,
        emoji: page.emoji ?? null,
        icon: page.icon ?? null,
        pages: sizes.get(page.id)!,
        revision_id: revision,
        deleted_by: by,
        deleted_at: now(),
      })
      .execute()
  }
}

/** The number of pages at and below each page. */
function countBelow(pages: ReadonlyMap<string, Page>): Map<string, number> {
  const sizes = new Map<string, number>()
  for (const page of pages.values())
    for (let each: Page | undefined = page; each; each = pages.get(each.parent))
      sizes.set(each.id, (sizes.get(each.id) ?? 0) + 1)
  return sizes
}

async function removePages(db: Db, spaceId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 1) await removeOne(db, { spaceId, id: ids[0]! })
  else await removeAll(db, { spaceId, ids: asList(db, ids) })
}

/** Most changes are of one page, and SQLite reads a list, even of one, through a table of its own. */
const removeOne = prepared<{ spaceId: string; id: string }, never>((db, param) =>
  db.deleteFrom('deleted_pages').where('space_id', '=', param('spaceId')).where('page_id', '=', param('id')),
)

const removeAll = prepared<{ spaceId: string; ids: unknown }, never>((db, param) =>
  db
    .deleteFrom('deleted_pages')
    .where('space_id', '=', param('spaceId'))
    .where(isInList(db, sql.ref('page_id'), param('ids'))),
)

/** The pages in the bin of a space. */
export const selectBin = (db: Db, spaceId: string) =>
  db.selectFrom('deleted_pages').where('space_id', '=', spaceId).where('deleted_at', '>', startOfBin())

export const findDeletedPage = (db: Db, spaceId: string, pageId: string): Promise<DeletedPage | undefined> =>
  selectBin(db, spaceId).selectAll().where('page_id', '=', pageId).executeTakeFirst()

/** Pages that are elsewhere now were not deleted. */
export const forgetDeleted = (db: Db, spaceId: string, pages: readonly string[]) => removePages(db, spaceId, pages)

export const removeFromBin = (db: Db, { space_id, page_id }: DeletedPage) => removePages(db, space_id, [page_id])

export const purgeBins = (db: Db) => db.deleteFrom('deleted_pages').where('deleted_at', '<=', startOfBin()).execute()
