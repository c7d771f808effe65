// Integrations installed in an organization, and those active on a space or site.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { integrationsFor, selectWithRole, toIntegrationObject } from '../../access/loading/integrations.ts'
import { type Page, selectPage } from '../../db/keyset.ts'
import type { Db, InstallationStatus, Row } from '../../db/tables.ts'
import { matchesSearch } from './catalogue.ts'

/** True for integrations that an organization's list shows: public, owned or installed. */
export const isListedFor = (organizationId: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(integrations.visibility = 'public' or integrations.organization_id = ${organizationId}
    or exists (select 1 from integration_installations installed
      where installed.integration_id = integrations.id and installed.organization_id = ${organizationId}))`

/** True for integrations active on a space or site: installed there and active, or active and selected for all. */
export function isActiveOn(kind: 'space' | 'site', id: string, organizationId: string): RawBuilder<SqlBool> {
  const chosen = sql`select 1 from ${sql.table(`integration_${kind}_installations`)} chosen
    where chosen.installation_id = installed.id and ${sql.ref(`chosen.${kind}_id`)} = ${id}`
  return sql<SqlBool>`exists (select 1 from integration_installations installed
    where installed.integration_id = integrations.id and installed.organization_id = ${organizationId}
      and installed.status = 'active' and (exists (${chosen} and chosen.status = 'active')
        or ${sql.ref(`installed.${kind}_selection`)} = 'all' and not exists (${chosen})))`
}

/** Lists the integrations installed in an organization by name, each with its installation. */
export async function listInstalledIntegrations(
  db: Db,
  caller: Caller,
  organizationId: string,
  search: string | undefined,
  page: Page,
) {
  const matching = integrationsFor(db, caller)
    .where(
      sql<SqlBool>`exists (select 1 from integration_installations installed
        where installed.integration_id = integrations.id and installed.organization_id = ${organizationId})`,
    )
    .$if(search !== undefined, (some) => some.where(matchesSearch(db, search!)))
  const slice = await selectPage(matching, selectWithRole(caller), page, { by: ['integrations.name'] })
  const installations = await listInstallations(db, organizationId)
  const rows = slice.rows.map(toIntegrationObject(caller)).map((integration) => ({
    integration,
    installation: { ...installations.get(integration.id)!, name: integration.name },
  }))
  return { ...slice, rows }
}

async function listInstallations(
  db: Db,
  organizationId: string,
): Promise<Map<string, Row<'integration_installations'>>> {
  const rows = await db
    .selectFrom('integration_installations')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .execute()
  return new Map(rows.map((row) => [row.integration_id, row]))
}

export async function findInstallationStatus(
  db: Db,
  organizationId: string,
  integrationId: string,
): Promise<InstallationStatus | undefined> {
  const row = await db
    .selectFrom('integration_installations')
    .select('status')
    .where('organization_id', '=', organizationId)
    .where('integration_id', '=', integrationId)
    .executeTakeFirst()
  return row?.status
}

/** The integrations active in a space. */
export const listActiveInSpace = (
  db: Db,
  spaceId: string,
  organizationId: string,
): Promise<Pick<Row<'integrations'>, 'name' | 'manifest'>[]> =>
  db
    .selectFrom('integrations')
    .select(['name', 'manifest'])
    .where(isActiveOn('space', spaceId, organizationId))
    .orderBy('name')
    .execute()
