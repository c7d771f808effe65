// Sites in the database, and how replies show them.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { countOfSiteSpaces } from '../../access/load-site.ts'
import { type Viewer, visibleSpaces } from '../../access/visibility.ts'
import type { Objects } from '../../access/vocabulary.ts'
import { contains, isOneOf } from '../../db/dialect.ts'
import { type Page, takePage } from '../../db/keyset.ts'
import type { Db, NewRow, Row } from '../../db/tables.ts'
import { freeSlug, slugify } from '../../engine/slug.ts'
import { newId, randomBase62 } from '../../lib/ids.ts'
import type { Vault } from '../../lib/sealing.ts'
import { now } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import { SITE_FEATURES } from './features.ts'
import type { Site, SitesQuery } from './schemas.ts'
import { publishedUrls, type SiteOrganization, servedUrl } from './urls.ts'

/** `shareKey`: that of the link by which the site is read; it is then part of where the site is published. */
export function toSite(
  site: Row<'sites'> & { siteSpaces: number },
  organization: SiteOrganization,
  urls: Urls,
  shareKey?: string,
): Static<typeof Site> {
  const { favicon } = site.customization === null ? {} : JSON.parse(site.customization)
  return {
    object: 'site',
    id: site.id,
    type: site.type,
    title: site.title,
    icon: favicon,
    hostname: site.hostname ?? undefined,
    basename: site.basename,
    proxy: site.proxy === null ? undefined : { origin: site.proxy, target: servedUrl(urls, organization, site) },
    visibility: site.visibility,
    published: site.published === 1,
    siteSpaces: site.siteSpaces,
    createdAt: site.created_at,
    adaptiveContent: { enabled: site.adaptive_content === 1 },
    agentsContext: site.agents_context,
    features: SITE_FEATURES,
    urls: {
      location: urls.api(`/orgs/${site.organization_id}/sites/${site.id}`),
      app: urls.app(`/sites/${site.id}`),
      published: site.published === 1 ? publishedUrls(urls, organization, site, shareKey).site : undefined,
    },
  }
}

/** The sites the viewer can see, by the order in which they were made. */
export const takeSites = (db: Db, viewer: Viewer, filter: Static<typeof SitesQuery>, page: Page) =>
  takePage(
    matching(db, viewer, filter),
    (sites) => sites.selectAll('sites').select(countOfSiteSpaces.as('siteSpaces')),
    page,
    { by: ['sites.id'] },
  )

function matching(db: Db, viewer: Viewer, { space, title, published, type }: Static<typeof SitesQuery>) {
  const shown = sql`select 1 from site_spaces where site_spaces.site_id = sites.id`
  return db
    .selectFrom('sites')
    .where('sites.organization_id', '=', viewer.organizationId)
    .$if(viewer.role === null, (sites) =>
      sites.where(sql<boolean>`exists (${shown} and space_id in ${visibleSpaces(viewer)})`),
    )
    .$if(space !== undefined, (sites) => sites.where(sql<boolean>`exists (${shown} and space_id = ${space})`))
    .$if(title !== undefined, (sites) => sites.where(contains(db, sql.ref('sites.title'), title!)))
    .$if(published !== undefined, (sites) => sites.where('sites.published', '=', published ? 1 : 0))
    .$if(type !== undefined, (sites) => sites.where(isOneOf(db, sql.ref('sites.type'), type!)))
}

type NewSite = Pick<NewRow<'sites'>, 'organization_id' | 'type' | 'title' | 'visibility'>

/** A new site without spaces. Whoever makes one holds the organization, so that no two get the same basename. */
export async function insertSite(db: Db, site: NewSite, vault: Vault): Promise<Objects['site']> {
  const row = await db
    .insertInto('sites')
    .values({
      ...site,
      id: newId(),
      basename: await freeBasename(db, site.organization_id, site.title),
      published: 0,
      adaptive_content: 0,
      agents_context: 'included',
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

/** More than 256 bits: what signs the tokens of a site's visitors. */
export const newPrivateKey = (): string => randomBase62(48)

async function freeBasename(db: Db, organizationId: string, title: string): Promise<string> {
  const rows = await db.selectFrom('sites').select('basename').where('organization_id', '=', organizationId).execute()
  const taken = new Set(rows.map(({ basename }) => basename))
  return freeSlug(slugify(title, 'site'), (slug) => taken.has(slug))
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
