// Spaces that are deleted, or go to another organization, leave the sites that show them.
import { sql } from 'kysely'
import { lock } from '../../../access/load.ts'
import { isOneOf } from '../../../db/dialect.ts'
import type { Db } from '../../../db/tables.ts'
import { removeSiteSpace } from './site-spaces.ts'
import { readStructure } from './structure.ts'

/** Takes these spaces out of every site. A published site keeps its last space, and then nothing changes. */
export async function takeOutOfSites(db: Db, spaceIds: readonly string[]): Promise<void> {
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
