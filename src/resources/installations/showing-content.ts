// How replies show installations on spaces and sites.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { admit } from '../../access/admission.ts'
import type { Caller } from '../../access/caller.ts'
import { countOfSiteSpaces } from '../../access/load-site.ts'
import { roleOnSpaces } from '../../access/scopes.ts'
import { isOneOf } from '../../db/dialect.ts'
import type { Db, Role } from '../../db/tables.ts'
import type { Urls } from '../../server/urls.ts'
import { contentEndpointOf } from '../integrations/urls.ts'
import { toSite } from '../sites/queries.ts'
import type { Site } from '../sites/schemas.ts'
import type { Space } from '../spaces/schemas.ts'
import { showSpaces } from '../spaces/showing.ts'
import type { ContentKind, NamedContentRow } from './content.ts'
import type { Reading } from './queries.ts'
import type { SiteInstallation, SpaceInstallation } from './schemas.ts'

export interface ShowingContent extends Reading {
  caller: Caller
  query: { extended?: boolean }
}

/** `role`: what the caller is on each of the spaces. */
export async function showSpaceInstallations(
  showing: ShowingContent,
  rows: readonly NamedContentRow[],
  role: Role | null,
): Promise<Static<typeof SpaceInstallation>[]> {
  const { caller, query } = showing
  if (query.extended) demandReadable(caller, 'space')
  const own = caller.integration ? roleOnSpaces(caller.integration.scopes) : role
  const spaces = query.extended ? await listSpaces(showing, idsOf(rows), own) : undefined
  return rows.map((row) => ({
    object: 'integration-space-installation' as const,
    ...toContentInstallation(showing, 'space', row),
    space: spaces?.get(row.content_id) ?? row.content_id,
  }))
}

export async function showSiteInstallations(
  showing: ShowingContent,
  rows: readonly NamedContentRow[],
): Promise<Static<typeof SiteInstallation>[]> {
  if (showing.query.extended) demandReadable(showing.caller, 'site')
  const sites = showing.query.extended ? await listSites(showing.db, showing.urls, idsOf(rows)) : undefined
  return rows.map((row) => ({
    object: 'integration-site-installation' as const,
    ...toContentInstallation(showing, 'site', row),
    site: sites?.get(row.content_id) ?? row.content_id,
  }))
}

const idsOf = (rows: readonly NamedContentRow[]) => rows.map(({ content_id }) => content_id)

/** Integrations see whole spaces and sites only when they could read them one by one; people were let in already. */
function demandReadable(caller: Caller, kind: ContentKind): void {
  admit(caller, { id: kind === 'space' ? 'getSpaceById' : 'getSiteById', byTokenAlone: false })
}

function toContentInstallation({ vault, urls }: Reading, kind: ContentKind, row: NamedContentRow) {
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

async function listSpaces({ db, urls }: Reading, ids: readonly string[], role: Role | null) {
  const rows = await db
    .selectFrom('spaces')
    .selectAll()
    .where(isOneOf(db, sql.ref('id'), ids))
    .execute()
  const spaces = await showSpaces(
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
    .select([countOfSiteSpaces.as('siteSpaces'), 'organizations.hostname as subdomain'])
    .where(isOneOf(db, sql.ref('sites.id'), ids))
    .execute()
  return new Map<string, Static<typeof Site>>(
    rows.map(({ subdomain, ...site }) => [
      site.id,
      toSite(site, { id: site.organization_id, hostname: subdomain }, urls),
    ]),
  )
}
