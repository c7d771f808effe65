// Site rows and their presenter.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { siteSpaceCount } from '../../access/loading/sites.ts'
import type { Objects } from '../../access/permissions.ts'
import { sitesForGuest } from '../../access/site-roles.ts'
import type { Viewer } from '../../access/visibility.ts'
import { contains, isOneOf } from '../../db/dialect.ts'
import { type Page, selectPage } from '../../db/keyset.ts'
import type { Db, NewRow, Row } from '../../db/tables.ts'
import { slugify, uniqueSlug } from '../../engine/slug.ts'
import { newId, randomBase62 } from '../../lib/ids.ts'
import type { Vault } from '../../lib/sealing.ts'
import { now } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import type { Site, SitesQuery } from '../../shapes/sites.ts'
import { hostnameOf, proxyOf, publishedUrls, type SiteOrganization, servedUrl } from '../site-addresses/index.ts'
import { SITE_FEATURES } from './features.ts'

/** `shareKey`: the share key through which the site is read, which becomes part of its URL. */
export function toSite(
  site: Row<'sites'> & { siteSpaces: number },
  organization: SiteOrganization,
  urls: Urls,
  shareKey?: string,
): Static<typeof Site> {
  const { favicon } = site.customization === null ? {} : JSON.parse(site.customization)
  const proxy = proxyOf(site)
  return {
    object: 'site',
    id: site.id,
    type: site.type,
    title: site.title,
    icon: favicon,
    hostname: hostnameOf(site) ?? undefined,
    basename: site.basename,
    proxy: proxy === null ? undefined : { origin: proxy, target: servedUrl(urls, organization, site) },
    visibility: site.visibility,
    published: site.published === 1,
    siteSpaces: site.siteSpaces,
    createdAt: site.created_at,
    adaptiveContent: { enabled: site.adaptive_content === 1 },
    agentsContext: site.agents_context,
    insightsDays: site.insights_days ?? undefined,
    features: SITE_FEATURES,
    urls: {
      location: urls.api(`/orgs/${site.organization_id}/sites/${site.id}`),
      app: urls.app(`/sites/${site.id}`),
      published: site.published === 1 ? publishedUrls(urls, organization, site, shareKey).site : undefined,
    },
  }
}

/** Lists the sites that the viewer can see, oldest first. */
export const listSites = (db: Db, viewer: Viewer, filter: Static<typeof SitesQuery>, page: Page) =>
  selectPage(
    matching(db, viewer, filter),
    (sites) => sites.selectAll('sites').select(siteSpaceCount.as('siteSpaces')),
    page,
    { by: ['sites.id'] },
  )

function matching(db: Db, viewer: Viewer, { space, title, published, type }: Static<typeof SitesQuery>) {
  const shown = sql`select 1 from site_spaces where site_spaces.site_id = sites.id`
  return db
    .selectFrom('sites')
    .where('sites.organization_id', '=', viewer.organizationId)
    .$if(viewer.role === null, (sites) => sites.where('sites.id', 'in', sitesForGuest(viewer)))
    .$if(space !== undefined, (sites) => sites.where(sql<boolean>`exists (${shown} and space_id = ${space})`))
    .$if(title !== undefined, (sites) => sites.where(contains(db, sql.ref('sites.title'), title!)))
    .$if(published !== undefined, (sites) => sites.where('sites.published', '=', published ? 1 : 0))
    .$if(type !== undefined, (sites) => sites.where(isOneOf(db, sql.ref('sites.type'), type!)))
}

type NewSite = Pick<NewRow<'sites'>, 'organization_id' | 'type' | 'title' | 'visibility'> & {
  basename?: string | undefined
}

/** Creates a site without spaces. The caller must have locked the organization, so that basenames are unique. */
export async function insertSite(db: Db, site: NewSite, vault: Vault): Promise<Objects['site']> {
  const row = await db
    .insertInto('sites')
    .values({
      ...site,
      id: newId(),
      basename: site.basename ?? (await freeBasename(db, site.organization_id, site.title)),
      published: 0,
      adaptive_content: 0,
      agents_context: 'included',
      insights_days: null,
      created_at: now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await db
    .insertInto('site_auth')
    .values({ site_id: row.id, backend: 'custom', private_key: vault.seal(newPrivateKey()), updated_at: now() })
    .execute()
  return { ...row, role: null, siteSpaces: 0 }
}

/** The key that signs visitor tokens, with more than 256 bits. */
export const newPrivateKey = (): string => randomBase62(48)

async function freeBasename(db: Db, organizationId: string, title: string): Promise<string> {
  const rows = await db.selectFrom('sites').select('basename').where('organization_id', '=', organizationId).execute()
  const taken = new Set(rows.map(({ basename }) => basename))
  return uniqueSlug(slugify(title, 'site'), (slug) => taken.has(slug))
}

export const updateSite = (db: Db, id: string, patch: Partial<NewRow<'sites'>>): Promise<Row<'sites'>> =>
  db
    .updateTable('sites')
    .set({ id, ...patch })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export async function removeSite(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sites').where('id', '=', id).execute()
}
