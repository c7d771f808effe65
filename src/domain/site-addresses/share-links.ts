// Share link rows and their presenter. A secret has 131 bits, so a lookup by hash is safe from guessing and from timing
// attacks.
import type { Static } from 'typebox'
import { type Page, selectPage } from '../../db/keyset.ts'
import type { Db, NewRow, Row } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import { sha256 } from '../../lib/hash.ts'
import { newId, randomBase62 } from '../../lib/ids.ts'
import type { Vault } from '../../lib/sealing.ts'
import { now } from '../../lib/time.ts'
import type { ShareLink } from '../../shapes/share-links.ts'

const SECRET_LENGTH = 22

/** The format of a share key. */
const SHARE_KEY = new RegExp(`^[0-9A-Za-z]{${SECRET_LENGTH}}$`)

/** `urlOf` returns the published URL for a secret; undefined if the site is not published. */
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

export const listShareLinks = (db: Db, siteId: string, page: Page) =>
  selectPage(db.selectFrom('share_links').where('site_id', '=', siteId), (links) => links.selectAll(), page, {
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

/** The active link with that key, of any site. */
export const findShareLink = (db: Db, key: string): Promise<Row<'share_links'> | undefined> =>
  db.selectFrom('share_links').selectAll().where('hash', '=', sha256(key)).where('active', '=', 1).executeTakeFirst()

export const isActiveShareLink = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('share_links').select('id').where('id', '=', id).where('active', '=', 1).executeTakeFirst()) !==
  undefined

/** Checks that the key opens the site, and returns it. A wrong key is a 404; no key is allowed. */
export async function requireShareKey(db: Db, siteId: string, key: string | undefined): Promise<string | undefined> {
  if (key === undefined) return undefined
  const link = SHARE_KEY.test(key) ? await findShareLink(db, key) : undefined
  if (link?.site_id !== siteId) throw problem('notFound')
  return key
}

/** The site that the key opens, if it shows the space; otherwise a 404. */
export async function requireSharedSite(
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
