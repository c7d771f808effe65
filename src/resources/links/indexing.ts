// Keeps the references of a space, and what can be referred to in it, up to date with what changed.
import { sql } from 'kysely'
import { insertRows } from '../../db/bulk.ts'
import { isOneOf } from '../../db/dialect.ts'
import type { IndexedSpace } from '../../db/search.ts'
import type { TableShape } from '../../db/shape.ts'
import type { Db } from '../../db/tables.ts'
import type { Changes } from '../content/indexed-changes.ts'
import { changedLinks } from './found-links.ts'
import { changedTargets } from './found-targets.ts'
import { anchorsPrefix } from './targets.ts'

const shape = (name: string, key: string[], ...others: string[]): TableShape => ({
  name,
  columns: [...key, ...others].map((column) => ({ name: column, type: 'text' })),
  key,
})

const LINKS = shape('links', ['space_id', 'holder', 'position'], 'block', 'target', 'ref')
const TARGETS = shape('link_targets', ['target'], 'space_id')

export async function updateLinks(db: Db, { id }: IndexedSpace, changes: Changes): Promise<void> {
  const { old, now } = changedLinks(id, changes)
  if (old.length > 0) {
    await db
      .deleteFrom('links')
      .where('space_id', '=', id)
      .where(isOneOf(db, sql.ref('holder'), old))
      .execute()
  }
  if (now.length > 0)
    await insertRows(
      db,
      LINKS,
      now.map((row) => ({ ...row })),
    )
  await updateTargets(db, id, changes)
}

async function updateTargets(db: Db, spaceId: string, changes: Changes): Promise<void> {
  const { old, pages, now } = changedTargets(spaceId, changes)
  if (old.length > 0) {
    await db
      .deleteFrom('link_targets')
      .where(isOneOf(db, sql.ref('target'), old))
      .execute()
  }
  for (const page of pages) {
    const prefix = anchorsPrefix(spaceId, page)
    await db
      .deleteFrom('link_targets')
      .where('target', '>', prefix)
      .where('target', '<', `${prefix}\u{10ffff}`)
      .execute()
  }
  if (now.length > 0)
    await insertRows(
      db,
      TARGETS,
      now.map((target) => ({ target, space_id: spaceId })),
    )
}

export async function clearLinks(db: Db, spaceId: string): Promise<void> {
  await db.deleteFrom('links').where('space_id', '=', spaceId).execute()
  await db.deleteFrom('link_targets').where('space_id', '=', spaceId).execute()
}
