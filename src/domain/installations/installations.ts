// Installation rows and their presenter.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Static } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import { administeredOrganizations } from '../../access/loading/integrations.ts'
import { isOneOf } from '../../db/dialect.ts'
import { endOfFeed } from '../../db/event-feed.ts'
import { type Page, selectPage } from '../../db/keyset.ts'
import type { Db, NewRow, Row } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import type { Vault } from '../../lib/sealing.ts'
import { now } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import type { Installation } from '../../shapes/installations.ts'
import { installationEndpointOf, newSigningSecret } from '../integrations/index.ts'
import { insertToken } from '../people/index.ts'
import type { Configured } from './configuration.ts'

type InstallationRow = Row<'integration_installations'>

export interface InstallationContext {
  db: Db
  vault: Vault
  urls: Urls
}

/** Presents installations with one query. */
export async function presentInstallations(
  { db, vault, urls }: InstallationContext,
  installations: readonly (InstallationRow & { name: string })[],
): Promise<Static<typeof Installation>[]> {
  const spaces = await countSpaces(
    db,
    installations.map(({ id }) => id),
  )
  return installations.map((installation) => {
    const { id, name } = installation
    const endpoint = installationEndpointOf(urls, name, id)
    const location = `/integrations/${name}/installations/${id}`
    return {
      object: 'integration-installation' as const,
      id,
      status: installation.status,
      space_selection: installation.space_selection,
      site_selection: installation.site_selection,
      spaces: spaces.get(id) ?? 0,
      scopes: JSON.parse(installation.scopes),
      configuration: JSON.parse(vault.unseal(installation.configuration)),
      createdAt: installation.created_at,
      updatedAt: installation.updated_at,
      urls: {
        location: urls.api(location),
        app: urls.app(location),
        publicEndpoint: endpoint,
        publicContentEndpoint: endpoint,
      },
      externalIds: JSON.parse(installation.external_ids),
      target: { organization: installation.organization_id },
    }
  })
}

export const presentInstallation = async (
  context: InstallationContext,
  installation: InstallationRow & { name: string },
) => (await presentInstallations(context, [installation]))[0]!

async function countSpaces(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; spaces: number }>`
    select installed.id, count(spaces.id) as spaces
    from integration_installations installed join spaces on spaces.organization_id = installed.organization_id
    where ${isOneOf(db, sql.ref('installed.id'), ids)} and spaces.deleted_at is null
      and (installed.space_selection = 'all' or exists (
        select 1 from integration_space_installations chosen
        where chosen.installation_id = installed.id and chosen.space_id = spaces.id))
    group by installed.id`.execute(db)
  return new Map(rows.map(({ id, spaces }) => [id, spaces]))
}

/**
 * True for installations that the caller can access: an integration all of its own, an installation only itself, and
 * users those of organizations they administer.
 */
export function isAccessible(caller: Caller, integrationId: string, installed: string): RawBuilder<SqlBool> {
  const [id, organization] = [sql.ref(`${installed}.id`), sql.ref(`${installed}.organization_id`)]
  const { integration } = caller
  if (!integration) return sql<SqlBool>`${organization} in ${administeredOrganizations(caller)}`
  if (integration.id !== integrationId) return sql<SqlBool>`1 = 0`
  return integration.installation ? sql<SqlBool>`${id} = ${integration.installation.id}` : sql<SqlBool>`1 = 1`
}

export const listInstallations = (
  db: Db,
  caller: Caller,
  integrationId: string,
  externalId: string | undefined,
  page: Page,
) =>
  selectPage(
    db
      .selectFrom('integration_installations as installed')
      .where('installed.integration_id', '=', integrationId)
      .where(isAccessible(caller, integrationId, 'installed'))
      .$if(externalId !== undefined, (some) =>
        some.where(
          sql<SqlBool>`exists (select 1 from installation_external_ids known where known.external_id = ${externalId}
            and known.installation_id = installed.id and known.space_id is null and known.site_id is null)`,
        ),
      ),
    (some) => some.selectAll('installed'),
    page,
    { by: ['installed.id'] },
  )

interface NewInstallation extends Configured {
  integration: Row<'integrations'>
  organizationId: string
}

export async function insertInstallation(
  db: Db,
  vault: Vault,
  { integration, organizationId, configuration, status }: NewInstallation,
): Promise<InstallationRow> {
  const label = `The integration ${integration.name} in an organization`
  const { token } = await insertToken(db, integration.user_id, { label, boundTo: organizationId })
  // Integrations for whole organizations cannot be limited to selected spaces or sites.
  const selection = integration.target === 'organization' ? 'all' : 'selected'
  return db
    .insertInto('integration_installations')
    .values({
      id: newId(),
      integration_id: integration.id,
      organization_id: organizationId,
      token_id: token.id,
      status,
      space_selection: selection,
      site_selection: selection,
      scopes: integration.scopes,
      ...sealConfiguration(vault, configuration),
      external_ids: '[]',
      signing_secret: vault.seal(newSigningSecret()),
      cursor: await endOfFeed(db, organizationId),
      created_at: now(),
      updated_at: now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const sealConfiguration = (vault: Vault, configuration: Configured['configuration']) => ({
  configuration: vault.seal(JSON.stringify(configuration)),
})

export const updateInstallation = (
  db: Db,
  id: string,
  patch: Partial<NewRow<'integration_installations'>>,
): Promise<InstallationRow> =>
  db
    .updateTable('integration_installations')
    .set({ ...patch, updated_at: now() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export async function removeInstallation(db: Db, { id, token_id }: InstallationRow): Promise<void> {
  await db.deleteFrom('integration_installations').where('id', '=', id).execute()
  await db.updateTable('tokens').set({ revoked_at: now() }).where('id', '=', token_id).execute()
}

export type ExternalIdOwner = Pick<Row<'installation_external_ids'>, 'installation_id' | 'space_id' | 'site_id'>

/** Replaces the external ids of an installation, and returns the value for its row. */
export async function setExternalIds(db: Db, owner: ExternalIdOwner, ids: readonly string[]): Promise<string> {
  await removeExternalIds(db, owner)
  const distinct = [...new Set(ids)]
  const rows = distinct.map((external_id) => ({ id: newId(), ...owner, external_id }))
  if (rows.length > 0) await db.insertInto('installation_external_ids').values(rows).execute()
  return JSON.stringify(distinct)
}

export async function removeExternalIds(
  db: Db,
  { installation_id, space_id, site_id }: ExternalIdOwner,
): Promise<void> {
  await db
    .deleteFrom('installation_external_ids')
    .where('installation_id', '=', installation_id)
    .where('space_id', space_id === null ? 'is' : '=', space_id)
    .where('site_id', site_id === null ? 'is' : '=', site_id)
    .execute()
}
