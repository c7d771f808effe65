// The explicit order of spaces and collections within a parent. Both share one order of fractional keys.
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'
import { sql } from 'kysely'
import { lock } from '../../access/loading/locks.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/tables.ts'
import { invalid } from '../../errors.ts'
import type { Position, Sibling } from '../../shapes/positions.ts'

interface Placement {
  organizationId: string
  parentId: string | null
  position?: Position | undefined
}

/**
 * Serializes placement within an organization. Call before reading the parent and its ancestors, which may change while
 * this waits for the lock.
 */
export async function lockOrganizations(db: Db, ...organizationIds: string[]): Promise<void> {
  for (const id of [...new Set(organizationIds)].sort()) await lock(db, 'organization', id)
}

/**
 * Returns an order key before or after a sibling, or at the end. Locks the organization, so keys are unique. `moving`
 * is the id of the object if it is already placed.
 */
export async function orderKeyIn(db: Db, placement: Placement, moving = ''): Promise<string> {
  await lockOrganizations(db, placement.organizationId)
  const { before, after } = placement.position ?? {}
  if (!before && !after && moving === '') return generateKeyBetween(await lastKeyIn(db, placement), null)
  const others = siblings(db, placement).where('id', '!=', moving)
  if (before) {
    const end = await keyOf(others, before, 'position.before')
    return generateKeyBetween(await nearest(others.where('position', '<', end), 'desc'), end)
  }
  const start = after ? await keyOf(others, after, 'position.after') : await nearest(others, 'desc')
  return generateKeyBetween(start, after ? await nearest(others.where('position', '>', start), 'asc') : null)
}

/** Returns that many consecutive order keys directly after the given one. */
export async function orderKeysAfter(db: Db, placement: Placement, position: string, count: number): Promise<string[]> {
  await lockOrganizations(db, placement.organizationId)
  const next = await nearest(siblings(db, placement).where('position', '>', position), 'asc')
  return generateNKeysBetween(position, next, count)
}

/** Most are placed at the end, so this is one look at the end of each index. */
async function lastKeyIn(db: Db, { organizationId, parentId }: Placement): Promise<string | null> {
  const rows = await findLastKeys(db, { organizationId, parentId: parentId ?? '' })
  const keys = rows.flatMap(({ position }) => position ?? [])
  return keys.sort().at(-1) ?? null
}

const findLastKeys = prepared<{ organizationId: string; parentId: string }, { position: string | null }>(
  (db, param) => {
    const last = (table: 'spaces' | 'collections') =>
      db
        .selectFrom(table)
        .select((is) => is.fn.max('position').as('position'))
        .where('organization_id', '=', param('organizationId'))
        .where(sql<string>`coalesce(parent_id, '')`, '=', param('parentId'))
    return last('spaces').unionAll(last('collections'))
  },
)

type Siblings = ReturnType<typeof siblings>

// Includes deleted spaces, which may be restored to their position.
function siblings(db: Db, { organizationId, parentId }: Placement) {
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
  if (!found) throw invalid({ path, message: 'is not in the target parent' })
  return found.position
}
