// Collection rows and their presenter.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { type Objects, permissionsOf } from '../../access/permissions.ts'
import { type Viewer, visibleCollections } from '../../access/visibility.ts'
import { isOneOf } from '../../db/dialect.ts'
import { type Page, selectPage } from '../../db/keyset.ts'
import type { Db, DefaultLevel, NewRow, Row } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import type { Vault } from '../../lib/sealing.ts'
import { now } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import type { Collection } from '../../shapes/collections.ts'
import { transferChangeRequests } from '../change-requests/index.ts'
import { removeFromInstallations } from '../dispatch/index.ts'
import { orderKeysAfter } from '../placement/index.ts'
import { removeFromSites } from '../site-structure/index.ts'
import { PLACEMENT_ORDER, updateSpace } from '../spaces/index.ts'

const DEFAULT_TITLE = 'Untitled collection'

export function toCollection(collection: Objects['collection'], urls: Urls): Static<typeof Collection> {
  return {
    object: 'collection',
    id: collection.id,
    title: collection.title,
    description: collection.description ?? undefined,
    organization: collection.organization_id,
    parent: collection.parent_id ?? undefined,
    defaultLevel: collection.default_level,
    urls: {
      location: urls.api(`/collections/${collection.id}`),
      app: urls.app(`/collections/${collection.id}`),
    },
    permissions: permissionsOf('collection', collection),
  }
}

export const listVisibleCollections = (db: Db, viewer: Viewer, page: Page, nested: boolean) =>
  selectPage(
    db
      .selectFrom('collections')
      .where('organization_id', '=', viewer.organizationId)
      .where('id', 'in', visibleCollections(viewer))
      .$if(!nested, (collections) => collections.where(sql`coalesce(parent_id, '')`, '=', '')),
    (collections) => collections.selectAll(),
    page,
    PLACEMENT_ORDER,
  )

type NewCollection = Pick<NewRow<'collections'>, 'organization_id' | 'parent_id' | 'position'> & {
  title?: string | undefined
}

export const insertCollection = (db: Db, collection: NewCollection): Promise<Row<'collections'>> =>
  db
    .insertInto('collections')
    .values({
      ...collection,
      id: newId(),
      title: collection.title ?? DEFAULT_TITLE,
      default_level: 'inherit',
      created_at: now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const updateCollection = (
  db: Db,
  id: string,
  patch: Partial<NewRow<'collections'>>,
): Promise<Row<'collections'>> =>
  db
    .updateTable('collections')
    .set({ id, ...patch })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/**
 * Removes a collection and moves its direct children, including deleted spaces, to its position in its parent. A child
 * that inherited the collection's default level keeps that level, so removing a collection never widens access.
 */
export async function removeCollection(db: Db, collection: Row<'collections'>): Promise<void> {
  const { id, organization_id: organizationId, parent_id } = collection
  const contents = await listContents(db, id)
  const place = { organizationId, parentId: parent_id }
  const positions = await orderKeysAfter(db, place, collection.position, contents.length)
  for (const [at, content] of contents.entries()) {
    const update = content.kind === 'space' ? updateSpace : updateCollection
    const default_level = content.default_level === 'inherit' ? collection.default_level : content.default_level
    await update(db, content.id, { parent_id, position: positions[at]!, default_level })
  }
  await db.deleteFrom('collections').where('id', '=', id).execute()
}

interface Content {
  id: string
  kind: 'space' | 'collection'
  default_level: DefaultLevel
}

function listContents(db: Db, parentId: string): Promise<Content[]> {
  const inside = (table: 'spaces' | 'collections', kind: 'space' | 'collection') =>
    db
      .selectFrom(table)
      .select(['id', 'position', 'default_level', sql.lit(kind).as('kind')])
      .where('parent_id', '=', parentId)
  return inside('spaces', 'space').unionAll(inside('collections', 'collection')).orderBy('position').execute()
}

/** Lists the collection and all collections below it. */
export async function listWithDescendants(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive within(id) as (
      select id from collections where id = ${id}
      union
      select c.id from collections c join within on c.parent_id = within.id
    )
    select id from within`.execute(db)
  return rows.map((row) => row.id)
}

/** Moves these collections and their spaces to another organization, and removes the access granted in the old one. */
export async function transferCollections(
  db: Db,
  vault: Vault,
  collections: readonly string[],
  organization_id: string,
): Promise<void> {
  const areIn = (column: string) => isOneOf(db, sql.ref(column), collections)
  const spaces = db.selectFrom('spaces').select('id').where(areIn('parent_id'))
  for (const table of ['grants', 'invites'] as const) {
    await db
      .deleteFrom(table)
      .where((row) => row.or([areIn('collection_id'), row('space_id', 'in', spaces)]))
      .execute()
  }
  await db.deleteFrom('requested_teams').where('space_id', 'in', spaces).execute()
  const leaving = await db
    .updateTable('spaces')
    .set({ organization_id, updated_at: now() })
    .where(areIn('parent_id'))
    .returning('id')
    .execute()
  // Only after the update: before it, a concurrent write could still add one of these spaces to a site.
  const ids = leaving.map(({ id }) => id)
  await transferChangeRequests(db, organization_id, ids)
  await removeFromSites(db, ids)
  await removeFromInstallations(db, vault, ids)
  await db.updateTable('collections').set({ organization_id }).where(areIn('id')).execute()
}
