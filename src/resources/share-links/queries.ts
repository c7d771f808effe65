// Share links in the database, and how replies show them. A secret has 131 bits: nobody guesses it, so it can be looked
// up by its hash, and how long that takes tells nothing.
import type { Static } from 'typebox'
import { type Page, takePage } from '../../db/keyset.ts'
import type { Db, NewRow, Row } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import { sha256 } from '../../lib/hash.ts'
import { newId, randomBase62 } from '../../lib/ids.ts'
import type { Vault } from '../../lib/sealing.ts'
import { now } from '../../lib/time.ts'
import type { ShareLink } from './schemas.ts'

const SECRET_LENGTH = 22

/** What can be the secret of a share link. */
export const SHARE_KEY = new RegExp(`^[0-9A-Za-z]{${SECRET_LENGTH}}$`)

/** `urlOf`: where the site is published for a secret; undefined while it is not. */
export function toShareLink(
  link: Row<'share_links'>,
  vault: Vault,
  urlOf: (secret: string) => string | undefined,
): Static<typeof ShareLink> {
  return {
    object: 'share-link',
    id: link.id,
    createdAt: link.created_at,
    name: link.name ?? undefined,
    active: link.active === 1,
    urls: { published: urlOf(vault.unseal(link.secret)) },
  }
}

export const takeShareLinks = (db: Db, siteId: string, page: Page) =>
  takePage(db.selectFrom('share_links').where('site_id', '=', siteId), (links) => links.selectAll(), page, {
    by: ['id'],
  })

export function insertShareLink(db: Db, siteId: string, name: string | undefined, vault: Vault) {
  const secret = randomBase62(SECRET_LENGTH)
  return db
    .insertInto('share_links')
    .values({
      id: newId(),
      site_id: siteId,
      name,
      active: 1,
      secret: vault.seal(secret),
      hash: sha256(secret),
      created_at: now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const updateShareLink = (db: Db, id: string, patch: Partial<NewRow<'share_links'>>) =>
  db
    .updateTable('share_links')
    .set({ id, ...patch })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export async function removeShareLink(db: Db, id: string): Promise<void> {
  await db.deleteFrom('share_links').where('id', '=', id).execute()
}

/** The active link with that key, to whichever site. */
export const findShareLink = (db: Db, key: string): Promise<Row<'share_links'> | undefined> =>
  db.selectFrom('share_links').selectAll().where('hash', '=', sha256(key)).where('active', '=', 1).executeTakeFirst()

/** The key itself when it opens the site; any other is not there. No key is no key. */
export async function demandShareKey(db: Db, siteId: string, key: string | undefined): Promise<string | undefined> {
  if (key === undefined) return undefined
  const link = SHARE_KEY.test(key) ? await findShareLink(db, key) : undefined
  if (link?.site_id !== siteId) throw problem('notFound')
  return key
}

/** The site that the key opens, when it shows the space. */
export async function demandSharedSite(
  db: Db,
  spaceId: string,
  shareKey: string,
): Promise<{ id: string; shareKey: string }> {
  const link = SHARE_KEY.test(shareKey) ? await findShareLink(db, shareKey) : undefined
  const siteSpaces = db.selectFrom('site_spaces').select('site_id as id').where('space_id', '=', spaceId)
  const site = link && (await siteSpaces.where('site_id', '=', link.site_id).executeTakeFirst())
  if (!site) throw problem('notFound')
  return { id: site.id, shareKey }
}
