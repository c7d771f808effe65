// Which integrations are installed in an organization, and which of them are at work on one of its spaces or sites.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { integrationsFor, selectHeld, toHeld } from '../../access/load-integration.ts'
import { type Page, takePage } from '../../db/keyset.ts'
import type { Db, InstallationStatus, Row } from '../../db/tables.ts'
import { isFound } from '../integrations/catalogue.ts'

/** True for what a list of an organization shows: the public ones, its own, and what it has installed. */
export const isKnownTo = (organizationId: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(integrations.visibility = 'public' or integrations.organization_id = ${organizationId}
    or exists (select 1 from integration_installations installed
      where installed.integration_id = integrations.id and installed.organization_id = ${organizationId}))`

/** True for integrations that are at work on a space or a site: active there, or active and selected for all. */
export function isAtWorkOn(kind: 'space' | 'site', id: string, organizationId: string): RawBuilder<SqlBool> {
  const chosen = sql`select 1 from ${sql.table(`integration_${kind}_installations`)} chosen
    where chosen.installation_id = installed.id and ${sql.ref(`chosen.${kind}_id`)} = ${id}`
  return sql<SqlBool>`exists (select 1 from integration_installations installed
    where installed.integration_id = integrations.id and installed.organization_id = ${organizationId}
      and installed.status = 'active' and (exists (${chosen} and chosen.status = 'active')
        or ${sql.ref(`installed.${kind}_selection`)} = 'all' and not exists (${chosen})))`
}

/** What is installed in an organization: the integrations by name, each with its installation there. */
export async function takeInstalled(
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
    .$if(search !== undefined, (some) => some.where(isFound(db, search!)))
  const slice = await takePage(matching, selectHeld(caller), page, { by: ['integrations.name'] })
  const installations = await listInstallations(db, organizationId)
  const rows = slice.rows.map(toHeld(caller)).map((integration) => ({
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

export async function findStatus(
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

/** Name and manifest of the integrations at work in a space. */
export const listAtWork = (
  db: Db,
  spaceId: string,
  organizationId: string,
): Promise<Pick<Row<'integrations'>, 'name' | 'manifest'>[]> =>
  db
    .selectFrom('integrations')
    .select(['name', 'manifest'])
    .where(isAtWorkOn('space', spaceId, organizationId))
    .orderBy('name')
    .execute()
