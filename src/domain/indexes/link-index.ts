// Updates the index of links and link targets from changes.
import { sql } from 'kysely'
import { insertTextRows, removeSome } from '../../db/bulk.ts'
import { isOneOf } from '../../db/dialect.ts'
import type { TableSchema } from '../../db/introspection.ts'
import type { IndexedSpace } from '../../db/search.ts'
import type { Db } from '../../db/tables.ts'
import type { ContentChanges } from '../revisions/index.ts'
import { changedTargets } from './link-targets.ts'
import { changedLinks } from './page-links.ts'
import { anchorsPrefix } from './target-keys.ts'

const shape = (name: string, key: string[], ...others: string[]): TableSchema => ({
  name,
  columns: [...key, ...others].map((column) => ({ name: column, type: 'text' })),
  key,
})

const LINKS = shape('links', ['space_id', 'holder', 'position'], 'block', 'target', 'ref')
const TARGETS = shape('link_targets', ['target'], 'space_id')

export async function updateLinks(db: Db, { id }: IndexedSpace, changes: ContentChanges): Promise<void> {
  const { old, now } = changedLinks(id, changes)
  if (old.length > 0) {
    await db
      .deleteFrom('links')
      .where('space_id', '=', id)
      .where(isOneOf(db, sql.ref('holder'), old))
      .execute()
  }
  if (now.length > 0)
    await insertTextRows(
      db,
      LINKS,
      now.map((row) => ({ ...row })),
    )
  await updateTargets(db, id, changes)
}

async function updateTargets(db: Db, spaceId: string, changes: ContentChanges): Promise<void> {
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
    await insertTextRows(
      db,
      TARGETS,
      now.map((target) => ({ target, space_id: spaceId })),
    )
}

/** Removes some links and targets; true when none are left. */
export async function clearLinks(db: Db, spaceId: string): Promise<boolean> {
  const links = await removeSome(db, LINKS, spaceId)
  const targets = await removeSome(db, TARGETS, spaceId)
  return links && targets
}
