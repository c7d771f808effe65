// Presents installations on spaces and sites.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { admit } from '../../access/admission.ts'
import type { Caller } from '../../access/caller.ts'
import { siteSpaceCount } from '../../access/loading/sites.ts'
import { roleOnSpaces } from '../../access/scopes.ts'
import { isOneOf } from '../../db/dialect.ts'
import type { Db, Role } from '../../db/tables.ts'
import type { Urls } from '../../server/urls.ts'
import type { SiteInstallation, SpaceInstallation } from '../../shapes/installations.ts'
import type { Site } from '../../shapes/sites.ts'
import type { Space } from '../../shapes/spaces.ts'
import { contentEndpointOf } from '../integrations/index.ts'
import { toSite } from '../sites/index.ts'
import { presentSpaces } from '../spaces/index.ts'
import type { ContentKind, NamedContentRow } from './content-installations.ts'
import type { InstallationContext } from './installations.ts'

interface ContentInstallationContext extends InstallationContext {
  caller: Caller
  query: { extended?: boolean }
}

/** `role` is the caller's role on each space. */
export async function presentSpaceInstallations(
  context: ContentInstallationContext,
  rows: readonly NamedContentRow[],
  role: Role | null,
): Promise<Static<typeof SpaceInstallation>[]> {
  const { caller, query } = context
  if (query.extended) authorizeExtended(caller, 'space')
  const own = caller.integration ? roleOnSpaces(caller.integration.scopes) : role
  const spaces = query.extended ? await listSpaces(context, idsOf(rows), own) : undefined
  return rows.map((row) => ({
    object: 'integration-space-installation' as const,
    ...toContentInstallation(context, 'space', row),
    space: spaces?.get(row.content_id) ?? row.content_id,
  }))
}

export async function presentSiteInstallations(
  context: ContentInstallationContext,
  rows: readonly NamedContentRow[],
): Promise<Static<typeof SiteInstallation>[]> {
  if (context.query.extended) authorizeExtended(context.caller, 'site')
  const sites = context.query.extended ? await listSites(context.db, context.urls, idsOf(rows)) : undefined
  return rows.map((row) => ({
    object: 'integration-site-installation' as const,
    ...toContentInstallation(context, 'site', row),
    site: sites?.get(row.content_id) ?? row.content_id,
  }))
}

const idsOf = (rows: readonly NamedContentRow[]) => rows.map(({ content_id }) => content_id)

/**
 * Integrations get full spaces and sites only if they may also read them individually. Users are already authorized.
 */
function authorizeExtended(caller: Caller, kind: ContentKind): void {
  admit(caller, { id: kind === 'space' ? 'getSpaceById' : 'getSiteById', byTokenAlone: false })
}

function toContentInstallation({ vault, urls }: InstallationContext, kind: ContentKind, row: NamedContentRow) {
  const endpoint = contentEndpointOf(urls, row.name, row.installation_id, kind, row.content_id)
  return {
    integration: row.name,
    installation: row.installation_id,
    status: row.status,
    configuration: JSON.parse(vault.unseal(row.configuration)),
    externalIds: JSON.parse(row.external_ids),
    urls: {
      location: urls.api(`/integrations/${row.name}/installations/${row.installation_id}/${kind}s/${row.content_id}`),
      publicEndpoint: endpoint,
      publicContentEndpoint: endpoint,
    },
  }
}

async function listSpaces({ db, urls }: InstallationContext, ids: readonly string[], role: Role | null) {
  const rows = await db
    .selectFrom('spaces')
    .selectAll()
    .where(isOneOf(db, sql.ref('id'), ids))
    .execute()
  const spaces = await presentSpaces(
    db,
    rows.map((row) => ({ ...row, role })),
    urls,
  )
  return new Map<string, Static<typeof Space>>(spaces.map((space) => [space.id, space]))
}

async function listSites(db: Db, urls: Urls, ids: readonly string[]) {
  const rows = await db
    .selectFrom('sites')
    .innerJoin('organizations', 'organizations.id', 'sites.organization_id')
    .selectAll('sites')
    .select([siteSpaceCount.as('siteSpaces'), 'organizations.hostname as subdomain'])
    .where(isOneOf(db, sql.ref('sites.id'), ids))
    .execute()
  return new Map<string, Static<typeof Site>>(
    rows.map(({ subdomain, ...site }) => [
      site.id,
      toSite(site, { id: site.organization_id, hostname: subdomain }, urls),
    ]),
  )
}
