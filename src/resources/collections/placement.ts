// The explicit order of spaces and collections inside a parent. Both kinds share one order: each has a key, and between
// two keys there is always room for another.
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { lock } from '../../access/load.ts'
import type { Db } from '../../db/tables.ts'
import { invalid } from '../../errors.ts'
import { Id, named } from '../../server/schemas.ts'

const SpacePointer = Type.Object({ type: Type.Literal('space'), space: Id })
const CollectionPointer = Type.Object({ type: Type.Literal('collection'), collection: Id })
const Sibling = Type.Unsafe<Static<typeof SpacePointer> | Static<typeof CollectionPointer>>({
  anyOf: [SpacePointer, CollectionPointer],
})

export const Position = named(
  'ContentPosition',
  Type.Object({ before: Type.Optional(Sibling), after: Type.Optional(Sibling) }),
)

type Position = Static<typeof Position>
type Sibling = Static<typeof Sibling>

export interface Place {
  organizationId: string
  parentId: string | null
  position?: Position | undefined
}

/**
 * Whoever arranges content in an organization takes turns. What was read before (a parent, its ancestors) may have
 * changed while waiting, so this comes first.
 */
export async function takeTurn(db: Db, ...organizationIds: string[]): Promise<void> {
  for (const id of [...new Set(organizationIds)].sort()) await lock(db, 'organization', id)
}

/**
 * An order key for that place: directly before or after a sibling, or at the end. No two get the same key, because
 * placing takes turns. `moving` is what is placed, when it is there already.
 */
export async function placeIn(db: Db, place: Place, moving = ''): Promise<string> {
  await takeTurn(db, place.organizationId)
  const { before, after } = place.position ?? {}
  const others = siblings(db, place).where('id', '!=', moving)
  if (before) {
    const end = await keyOf(others, before, 'position.before')
    return generateKeyBetween(await nearest(others.where('position', '<', end), 'desc'), end)
  }
  const start = after ? await keyOf(others, after, 'position.after') : await nearest(others, 'desc')
  return generateKeyBetween(start, after ? await nearest(others.where('position', '>', start), 'asc') : null)
}

/** That many order keys in a row, directly after the given one. */
export async function placeAllAfter(db: Db, place: Place, position: string, count: number): Promise<string[]> {
  await takeTurn(db, place.organizationId)
  const next = await nearest(siblings(db, place).where('position', '>', position), 'asc')
  return generateNKeysBetween(position, next, count)
}

type Siblings = ReturnType<typeof siblings>

// Deleted spaces keep their place: they may be restored into it.
function siblings(db: Db, { organizationId, parentId }: Place) {
  const inside = (table: 'spaces' | 'collections') =>
    db
      .selectFrom(table)
      .select(['id', 'position'])
      .where('organization_id', '=', organizationId)
      .where(sql<string>`coalesce(parent_id, '')`, '=', parentId ?? '')
  return db.selectFrom(inside('spaces').unionAll(inside('collections')).as('siblings')).select('position')
}

async function nearest(among: Siblings, direction: 'asc' | 'desc'): Promise<string | null> {
  return (await among.orderBy('position', direction).limit(1).executeTakeFirst())?.position ?? null
}

async function keyOf(among: Siblings, sibling: Sibling, path: string): Promise<string> {
  const id = 'space' in sibling ? sibling.space : sibling.collection
  const found = await among.where('id', '=', id).executeTakeFirst()
  if (!found) throw invalid({ path, message: 'is not in the place to move to' })
  return found.position
}
