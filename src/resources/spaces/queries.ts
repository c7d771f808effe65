// Spaces in the database.
import { sql } from 'kysely'
import { type Viewer, visibleSpaces } from '../../access/visibility.ts'
import { type Page, takePage } from '../../db/keyset.ts'
import { unpublishedVisibility } from '../../db/space-visibility.ts'
import type { Db, NewRow, Row } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'
import { startIndexes } from '../content/indexes.ts'
import { insertEmptyRoot, insertRevision } from '../content/revisions.ts'

/** Grouped by parent, the spaces outside any collection first; each group in its explicit order. */
export const IN_ORDER = { by: [sql<string>`coalesce(parent_id, '')`, 'position', 'id'] }

export const takeVisibleSpaces = (db: Db, viewer: Viewer, page: Page, parentId?: string) =>
  takePage(
    db
      .selectFrom('spaces')
      .where('organization_id', '=', viewer.organizationId)
      .where('id', 'in', visibleSpaces(viewer))
      .$if(parentId !== undefined, (spaces) => spaces.where(sql`coalesce(parent_id, '')`, '=', parentId)),
    (spaces) => spaces.selectAll(),
    page,
    IN_ORDER,
  )

type NewSpace = Pick<Row<'spaces'>, 'organization_id' | 'parent_id' | 'position'> &
  Partial<Pick<NewRow<'spaces'>, 'title' | 'emoji' | 'icon_url' | 'language' | 'edit_mode' | 'default_level'>>

/** A new space with its first revision; empty unless it starts from the root of another. */
export async function insertSpace(
  db: Db,
  space: NewSpace,
  { createdBy, root: given }: { createdBy: string; root?: string },
): Promise<Row<'spaces'>> {
  const root = given ?? (await insertEmptyRoot(db))
  const revision_id = newId()
  const at = now()
  const row = await db
    .insertInto('spaces')
    .values({
      ...space,
      id: newId(),
      title: space.title ?? '',
      edit_mode: space.edit_mode ?? 'live',
      default_level: space.default_level === undefined ? 'inherit' : space.default_level,
      visibility: unpublishedVisibility(space),
      revision_id,
      created_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await insertRevision(db, {
    id: revision_id,
    spaceId: row.id,
    root,
    type: 'edits',
    parents: [],
    createdBy,
  })
  await startIndexes(db, row.id, root)
  return row
}

export const updateSpace = (db: Db, id: string, patch: Partial<NewRow<'spaces'>>): Promise<Row<'spaces'>> =>
  db
    .updateTable('spaces')
    .set({ ...patch, updated_at: now() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Gives the copy everybody who has the original. */
export async function copyGrants(db: Db, from: string, to: string): Promise<void> {
  const grants = await db.selectFrom('grants').selectAll().where('space_id', '=', from).execute()
  if (grants.length === 0) return
  await db
    .insertInto('grants')
    .values(grants.map((grant) => ({ ...grant, id: newId(), space_id: to })))
    .execute()
}

/** Everything that gave people of one organization access to the space, for when it leaves. */
export async function dropAccess(db: Db, spaceId: string): Promise<void> {
  await db.deleteFrom('grants').where('space_id', '=', spaceId).execute()
  await db.deleteFrom('invites').where('space_id', '=', spaceId).execute()
}
