// Removes deleted and transferred spaces from sites.
import { sql } from 'kysely'
import { lock } from '../../access/loading/locks.ts'
import { isOneOf } from '../../db/dialect.ts'
import type { Db } from '../../db/tables.ts'
import { removeSiteSpace } from './site-spaces.ts'
import { readStructure } from './structure.ts'

/** Removes these spaces from every site. Fails if a published site would lose its last space. */
export async function removeFromSites(db: Db, spaceIds: readonly string[]): Promise<void> {
  const sites = await db
    .selectFrom('site_spaces')
    .innerJoin('sites', 'sites.id', 'site_spaces.site_id')
    .select('sites.id')
    .distinct()
    .where(isOneOf(db, sql.ref('site_spaces.space_id'), spaceIds))
    .orderBy('sites.id')
    .execute()
  for (const { id } of sites) {
    await lock(db, 'site', id)
    const site = await db.selectFrom('sites').select('published').where('id', '=', id).executeTakeFirst()
    for (let found = await findOne(db, id, spaceIds); found && site; found = await findOne(db, id, spaceIds))
      await removeSiteSpace(db, found.structure, found.siteSpace, site)
  }
}

async function findOne(db: Db, siteId: string, spaceIds: readonly string[]) {
  const structure = await readStructure(db, siteId)
  const siteSpace = structure.siteSpaces.find(({ space_id }) => spaceIds.includes(space_id))
  return siteSpace && { structure, siteSpace }
}
