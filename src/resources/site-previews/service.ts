import type { Static } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import { loadSpace } from '../../access/loading/objects.ts'
import { seesAll } from '../../access/loading/sites.ts'
import type { Objects } from '../../access/permissions.ts'
import type { Db, Row } from '../../db/tables.ts'
import { checkLinkConditions, nextOverrides, withFontIds } from '../../domain/customization/index.ts'
import { siteUrl } from '../../domain/site-addresses/index.ts'
import {
  insertSitePreview,
  listSitePreviews,
  loadVisitorClaims,
  removeSitePreview,
  toSitePreview,
  updateSitePreview,
} from '../../domain/visits/index.ts'
import { ApiError, invalid, problem } from '../../errors.ts'
import type { Vault } from '../../lib/sealing.ts'
import { DAY, fromNow, now, toTimestamp } from '../../lib/time.ts'
import { implement } from '../../server/operation.ts'
import type { Urls } from '../../server/urls.ts'
import type { NewSitePreview } from '../../shapes/site-previews.ts'
import { sitePreviewRoutes } from './routes.ts'

export const sitePreviews = implement(sitePreviewRoutes, {
  async listSitePreviews(context) {
    const { db, site, caller, page } = context
    const creator = seesAll(site) ? undefined : caller.user.id
    const { rows, count, next } = await listSitePreviews(db, site.id, creator, page)
    return { items: rows.map((row) => show(row, context)), count, next }
  },

  async createSitePreview(context) {
    const { db, site, caller, body, vault } = context
    const { claims = {} } = body
    // Refuses claims that are too long; the schema of the site decides later which of them count.
    await loadVisitorClaims(db, site, toParts(claims))
    const row = await insertSitePreview(
      db,
      {
        site_id: site.id,
        created_by: caller.user.id,
        ...(await findShown(db, caller, site, body)),
        claims: JSON.stringify(claims),
        customization: await toStored(context),
        site_space_id: await findCustomized(db, site, body),
        expires_at: toExpiry(body.expiresAt),
      },
      vault,
    )
    return show(row, context)
  },

  async updateSitePreviewById(context) {
    const { id, customization: before } = context.sitePreview
    const customization = await toStored(context)
    // While somebody tries settings, only the first of them is worth recording.
    context.report({ target: { kind: 'site-preview', id }, changed: before === null })
    return show(await updateSitePreview(context.db, id, { customization }), context)
  },

  async deleteSitePreviewById({ db, sitePreview, report }) {
    await removeSitePreview(db, sitePreview.id)
    report({ target: { kind: 'site-preview', id: sitePreview.id } })
  },
})

type Wanted = Static<typeof NewSitePreview>

interface PresentContext {
  organization: Objects['organization']
  site: Objects['site']
  caller: Caller
  urls: Urls
  vault: Vault
}

const show = (row: Row<'site_previews'>, { organization, site, caller, urls, vault }: PresentContext) =>
  toSitePreview(row, { vault, site: siteUrl(urls, organization, site), base: urls.base, viewer: caller.user.id })

const toParts = ({ unsigned, ...signed }: Record<string, unknown>) => ({
  signed,
  unsigned: typeof unsigned === 'object' && unsigned !== null ? (unsigned as Record<string, unknown>) : {},
})

const ONE_OF = ['changeRequest', 'revision', 'at'] as const

/** What the preview shows. The caller must see the space of a change request or a revision. */
async function findShown(db: Db, caller: Caller, site: Objects['site'], wanted: Wanted) {
  const given = ONE_OF.filter((name) => wanted[name] !== undefined)
  if (given.length > 1)
    throw invalid(
      ...given.map((path) => ({ path, message: `must not be combined with ${given.find((other) => other !== path)}` })),
    )
  const { changeRequest, revision } = wanted
  const at = wanted.at && toTimestamp(wanted.at)
  if (at !== undefined && at > now()) throw invalid({ path: 'at', message: 'must be in the past' })
  if (changeRequest !== undefined) {
    const row = await db
      .selectFrom('change_requests')
      .select(['id', 'space_id'])
      .where('id', '=', changeRequest)
      .executeTakeFirst()
    await requireShown(db, caller, site, row?.space_id, 'changeRequest', 'a change request')
  }
  if (revision !== undefined) {
    const row = await db
      .selectFrom('revisions')
      .select(['id', 'space_id'])
      .where('id', '=', revision)
      .executeTakeFirst()
    await requireShown(db, caller, site, row?.space_id, 'revision', 'a revision')
  }
  return { change_request_id: changeRequest ?? null, revision_id: revision ?? null, at: at ?? null }
}

async function requireShown(
  db: Db,
  caller: Caller,
  site: Objects['site'],
  spaceId: string | undefined,
  path: string,
  what: string,
): Promise<void> {
  const isOnSite =
    spaceId !== undefined &&
    (await db
      .selectFrom('site_spaces')
      .select('id')
      .where('site_id', '=', site.id)
      .where('space_id', '=', spaceId)
      .executeTakeFirst()) !== undefined
  const isSeen = isOnSite && (await canSee(db, caller, spaceId))
  if (!isSeen) throw invalid({ path, message: `must be ${what} of a space on the site that you can see` })
}

async function canSee(db: Db, caller: Caller, spaceId: string): Promise<boolean> {
  try {
    await loadSpace(db, caller, spaceId)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false
    throw error
  }
}

/** Only those who manage the site may show it with other settings. */
async function toStored(
  context: PresentContext & { db: Db; body: Pick<Wanted, 'customization'> },
): Promise<string | null> {
  const { db, organization, site, body } = context
  if (body.customization === undefined) return null
  if (!seesAll(site)) throw problem('forbidden')
  checkLinkConditions(body.customization, 'customization.')
  return nextOverrides(null, await withFontIds(db, organization.id, body.customization)) ?? '{}'
}

/** The site space that the customization is for; null for the whole site. */
async function findCustomized(db: Db, site: Objects['site'], { siteSpace, customization }: Wanted) {
  if (siteSpace === undefined) return null
  if (customization === undefined)
    throw invalid({ path: 'siteSpace', message: 'must come with the customization of the site space' })
  const found = await db
    .selectFrom('site_spaces')
    .select('id')
    .where('id', '=', siteSpace)
    .where('site_id', '=', site.id)
    .executeTakeFirst()
  if (!found) throw invalid({ path: 'siteSpace', message: 'must be a site space of the site' })
  return found.id
}

const MAX_DAYS = 90
const DEFAULT_DAYS = 7

function toExpiry(wanted: string | undefined): string {
  if (wanted === undefined) return fromNow(DEFAULT_DAYS * DAY)
  const at = toTimestamp(wanted)
  if (at <= now() || at > fromNow(MAX_DAYS * DAY))
    throw invalid({ path: 'expiresAt', message: `must be within the next ${MAX_DAYS} days` })
  return at
}
