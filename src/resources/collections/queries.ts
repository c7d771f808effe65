// Collections in the database, and how replies show them.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { type Viewer, visibleCollections } from '../../access/visibility.ts'
import { type Objects, permissionsOf } from '../../access/vocabulary.ts'
import { isOneOf } from '../../db/dialect.ts'
import { type Page, takePage } from '../../db/keyset.ts'
import type { Db, DefaultLevel, NewRow, Row } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import type { Vault } from '../../lib/sealing.ts'
import { now } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import { takeOutOfInstallations } from '../installations/leaving.ts'
import { takeOutOfSites } from '../sites/structure/leaving.ts'
import { IN_ORDER, updateSpace } from '../spaces/queries.ts'
import { placeAllAfter } from './placement.ts'
import type { Collection } from './schemas.ts'

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

export const takeVisibleCollections = (db: Db, viewer: Viewer, page: Page, nested: boolean) =>
  takePage(
    db
      .selectFrom('collections')
      .where('organization_id', '=', viewer.organizationId)
      .where('id', 'in', visibleCollections(viewer))
      .$if(!nested, (collections) => collections.where(sql`coalesce(parent_id, '')`, '=', '')),
    (collections) => collections.selectAll(),
    page,
    IN_ORDER,
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
 * Removes a collection; all directly in it, deleted spaces too, takes its place in the order of its parent. What
 * inherited its default level keeps it: nobody may see more because a collection went.
 */
export async function removeCollection(db: Db, collection: Row<'collections'>): Promise<void> {
  const { id, organization_id: organizationId, parent_id } = collection
  const contents = await listContents(db, id)
  const place = { organizationId, parentId: parent_id }
  const positions = await placeAllAfter(db, place, collection.position, contents.length)
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

/** The collection and all collections below it, however deep. */
export async function listWithin(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive within(id) as (
      select id from collections where id = ${id}
      union
      select c.id from collections c join within on c.parent_id = within.id
    )
    select id from within`.execute(db)
  return rows.map((row) => row.id)
}

/** Hands these collections and the spaces in them to another organization; access given in the old one ends. */
export async function handOver(
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
  const leaving = await db
    .updateTable('spaces')
    .set({ organization_id, updated_at: now() })
    .where(areIn('parent_id'))
    .returning('id')
    .execute()
  // After the update: until it, somebody may still be putting one of them into a site.
  const ids = leaving.map(({ id }) => id)
  await takeOutOfSites(db, ids)
  await takeOutOfInstallations(db, vault, ids)
  await db.updateTable('collections').set({ organization_id }).where(areIn('id')).execute()
}
