// Previews of a site: rows, and what each shows. A preview has the rights that its creator has when it is opened.
import type { Static } from 'typebox'
import { type Page, selectPage } from '../../db/keyset.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, NewRow, Row } from '../../db/tables.ts'
import { sha256 } from '../../lib/hash.ts'
import { newId, randomBase62 } from '../../lib/ids.ts'
import type { Vault } from '../../lib/sealing.ts'
import { now } from '../../lib/time.ts'
import type { SitePreview } from '../../shapes/site-previews.ts'
import type { Content } from '../revisions/index.ts'
import { findMainContent } from '../site-paths/index.ts'
import { OPEN_PREVIEW } from './preview-paths.ts'

type Preview = Row<'site_previews'>

const SECRET_LENGTH = 32

/** The query parameter of a preview's link; the token leaves the address and stays in a cookie. */
export const PREVIEW_PARAMETER = 'lectern-preview'

interface PresentedWith {
  vault: Vault
  /** The address of the site. */
  site: string
  base: string
  /** Only the creator gets the link with the secret: it gives the rights of the creator. */
  viewer: string
}

export function toSitePreview(row: Preview, { vault, site, base, viewer }: PresentedWith): Static<typeof SitePreview> {
  return {
    object: 'site-preview',
    id: row.id,
    createdBy: row.created_by,
    changeRequest: row.change_request_id ?? undefined,
    revision: row.revision_id ?? undefined,
    at: row.at ?? undefined,
    claims: JSON.parse(row.claims),
    customized: row.customization !== null,
    siteSpace: row.site_space_id ?? undefined,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    urls: {
      app: openUrl(base, row.id),
      ...(row.created_by === viewer && { preview: `${site}?${PREVIEW_PARAMETER}=${vault.unseal(row.secret)}` }),
    },
  }
}

const openUrl = (base: string, id: string): string => `${base}${OPEN_PREVIEW}/${id}`

/** The live previews of a site: all, or those of one creator. */
export const listSitePreviews = (db: Db, siteId: string, creator: string | undefined, page: Page) =>
  selectPage(
    db
      .selectFrom('site_previews')
      .where('site_id', '=', siteId)
      .where('expires_at', '>', now())
      .$if(creator !== undefined, (some) => some.where('created_by', '=', creator!)),
    (previews) => previews.selectAll(),
    page,
    { by: ['id'] },
  )

type Given = Omit<NewRow<'site_previews'>, 'id' | 'secret' | 'hash' | 'created_at'>

export function insertSitePreview(db: Db, given: Given, vault: Vault): Promise<Preview> {
  const secret = randomBase62(SECRET_LENGTH)
  return db
    .insertInto('site_previews')
    .values({ ...given, id: newId(), secret: vault.seal(secret), hash: sha256(secret), created_at: now() })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const updateSitePreview = (db: Db, id: string, change: Pick<Given, 'customization'>): Promise<Preview> =>
  db.updateTable('site_previews').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export async function removeSitePreview(db: Db, id: string): Promise<void> {
  await db.deleteFrom('site_previews').where('id', '=', id).execute()
}

export async function pruneSitePreviews(db: Db): Promise<void> {
  await db.deleteFrom('site_previews').where('expires_at', '<=', now()).execute()
}

const isLive = (preview: Preview | undefined): preview is Preview => preview !== undefined && preview.expires_at > now()

export async function findPreviewBySecret(db: Db, secret: string): Promise<Preview | undefined> {
  const [found] = await findByHash(db, { hash: sha256(secret) })
  return isLive(found) ? found : undefined
}

export async function findPreview(db: Db, id: string): Promise<Preview | undefined> {
  const [found] = await findById(db, { id })
  return isLive(found) ? found : undefined
}

const findByHash = prepared<{ hash: string }, Preview>((db, param) =>
  db.selectFrom('site_previews').selectAll().where('hash', '=', param('hash')),
)

const findById = prepared<{ id: string }, Preview>((db, param) =>
  db.selectFrom('site_previews').selectAll().where('id', '=', param('id')),
)

/** The content of a space that a preview shows: that of the change request, the revision or the moment, else main. */
export async function findPreviewedContent(
  db: Db,
  preview: Pick<Preview, 'change_request_id' | 'revision_id' | 'at'>,
  spaceId: string,
): Promise<Content | undefined> {
  const main = await findMainContent(db, spaceId)
  // A deleted space has none.
  if (!main) return undefined
  const { change_request_id, revision_id, at } = preview
  const [shown] =
    change_request_id !== null
      ? await findOfChangeRequest(db, { space: spaceId, id: change_request_id })
      : revision_id !== null
        ? await findOfRevision(db, { space: spaceId, id: revision_id })
        : at !== null
          ? await findAt(db, { space: spaceId, at })
          : []
  return shown ?? main
}

const COLUMNS = ['revisions.space_id', 'revisions.root'] as const

const findOfChangeRequest = prepared<{ space: string; id: string }, Content>((db, param) =>
  db
    .selectFrom('change_requests')
    .innerJoin('revisions', 'revisions.id', 'change_requests.revision_id')
    .select(COLUMNS)
    .where('change_requests.id', '=', param('id'))
    .where('change_requests.space_id', '=', param('space')),
)

const findOfRevision = prepared<{ space: string; id: string }, Content>((db, param) =>
  db
    .selectFrom('revisions')
    .select(COLUMNS)
    .where('revisions.id', '=', param('id'))
    .where('revisions.space_id', '=', param('space')),
)

/** Spaces that did not exist yet show main. */
const findAt = prepared<{ space: string; at: string }, Content>((db, param) =>
  db
    .selectFrom('revisions')
    .select(COLUMNS)
    .where('revisions.space_id', '=', param('space'))
    .where('revisions.change_request_id', 'is', null)
    .where('revisions.created_at', '<=', param('at'))
    .orderBy('revisions.id', 'desc')
    .limit(1),
)
