// Fills the welcome space with the documentation on the first start and publishes it, so that there is something to read
// and to try things on.
import { fileURLToPath } from 'node:url'
import type { Database } from '../db/database.ts'
import type { Db } from '../db/tables.ts'
import { siteUrl } from '../domain/site-addresses/index.ts'
import { insertSiteSpaces } from '../domain/site-structure/index.ts'
import { insertSite, updateSite } from '../domain/sites/index.ts'
import { appendEvent } from '../events/events.ts'
import type { Files } from '../files/files.ts'
import { PACKAGE_FOLDER } from '../lib/package-folder.ts'
import type { Vault } from '../lib/sealing.ts'
import { importFiles } from '../resources/git/index.ts'
import type { Urls } from '../server/urls.ts'

/** The address of the oldest site that everybody can read. */
export async function findFirstSite(db: Db, urls: Urls): Promise<string | undefined> {
  const site = await db
    .selectFrom('sites')
    .selectAll()
    .where('published', '=', 1)
    .where('visibility', '=', 'public')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!site) return undefined
  const organization = await db
    .selectFrom('organizations')
    .select(['id', 'hostname'])
    .where('id', '=', site.organization_id)
    .executeTakeFirstOrThrow()
  return siteUrl(urls, organization, site)
}

/** Imports the documentation of this version, as `lectern import` would: so it can be brought up to date in the same way. */
export async function fillWelcomeSpace(database: Database, files: Files): Promise<void> {
  const space = await database.read.selectFrom('spaces').select('id').orderBy('id').limit(1).executeTakeFirst()
  const folder = fileURLToPath(new URL('docs/', PACKAGE_FOLDER))
  if (space) await importFiles({ database, files, progress: () => {} }, { spaceId: space.id, folder, directory: '' })
}

/** Does nothing if there is no welcome space, or there are sites already. */
export function publishWelcomeSpace(database: Database, vault: Vault): Promise<void> {
  return database.write(async (db) => {
    const space = await db.selectFrom('spaces').selectAll().orderBy('id').limit(1).executeTakeFirst()
    const admin = await db.selectFrom('users').select('id').orderBy('id').limit(1).executeTakeFirst()
    const known = await db.selectFrom('sites').select('id').limit(1).executeTakeFirst()
    if (!space || known) return
    const organization = await db
      .selectFrom('organizations')
      .selectAll()
      .where('id', '=', space.organization_id)
      .executeTakeFirstOrThrow()
    const wanted = { organization_id: organization.id, type: 'basic', title: 'Welcome', visibility: 'public' } as const
    const { id } = await insertSite(db, wanted, vault)
    const structure = { siteId: id, groups: [], sections: [], siteSpaces: [], externalLinks: [] }
    await insertSiteSpaces(db, structure, null, [space])
    await updateSite(db, id, { published: 1 })
    for (const action of ['site.created', 'site.published'] as const)
      await appendEvent(db, {
        organizationId: organization.id,
        action,
        actorId: admin?.id ?? null,
        tokenId: null,
        target: { kind: 'site', id },
        data: {},
        requestId: null,
      })
  })
}
