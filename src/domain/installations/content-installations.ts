// Installations on spaces and sites: the same rows in two tables.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { type Page, type Slice, selectPage } from '../../db/keyset.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Vault } from '../../lib/sealing.ts'
import { now } from '../../lib/time.ts'
import { newSigningSecret } from '../integrations/index.ts'
import type { Configured } from './configuration.ts'
import { type ExternalIdOwner, isAccessible, removeExternalIds, sealConfiguration } from './installations.ts'

export type ContentKind = 'space' | 'site'

/** A row of either table. */
export interface ContentRow extends Omit<Row<'integration_space_installations'>, 'space_id'> {
  content_id: string
}

/** With the name of the integration. */
export type NamedContentRow = ContentRow & { name: string }

const tableOf = (kind: ContentKind) => sql.table(`integration_${kind}_installations`)
const columnOf = (kind: ContentKind) => sql.ref(`${kind}_id`)

/** Deleted spaces that can be restored are not listed. */
const isThere = (kind: ContentKind, id: string) =>
  kind === 'site'
    ? sql`1 = 1`
    : sql`exists (select 1 from spaces where spaces.id = ${sql.ref(id)} and spaces.deleted_at is null)`

/** All installations of an integration on spaces, or on sites. */
const installedOn = (
  kind: ContentKind,
  integrationId: string,
): RawBuilder<NamedContentRow & { organization_id: string }> =>
  sql`(select content.*, ${sql.ref(`content.${kind}_id`)} as content_id, installed.organization_id, integrations.name
    from ${tableOf(kind)} content
    join integration_installations installed on installed.id = content.installation_id
    join integrations on integrations.id = installed.integration_id
    where integrations.id = ${integrationId} and ${isThere(kind, `content.${kind}_id`)})`

interface ContentInstallationFilter {
  integrationId: string
  /** Absent: all installations that the caller can access. */
  installationId?: string
  externalId?: string | undefined
}

export function listContentInstallations(
  db: Db,
  caller: Caller,
  kind: ContentKind,
  { integrationId, installationId, externalId }: ContentInstallationFilter,
  page: Page,
): Promise<Slice<NamedContentRow>> {
  const open = sql<SqlBool>`exists (select 1 from integration_installations installed
    where installed.id = content.installation_id and ${isAccessible(caller, integrationId, 'installed')})`
  return selectPage(
    db
      .selectFrom(installedOn(kind, integrationId).as('content'))
      .where(installationId === undefined ? open : sql<SqlBool>`content.installation_id = ${installationId}`)
      .$if(externalId !== undefined, (some) =>
        some.where(
          sql<SqlBool>`exists (select 1 from installation_external_ids known where known.external_id = ${externalId}
            and known.installation_id = content.installation_id
            and ${sql.ref(`known.${kind}_id`)} = content.content_id)`,
        ),
      ),
    (some) => some.selectAll('content'),
    page,
    { by: ['content.installation_id', 'content.content_id'] },
  )
}

interface NewContentInstallation extends Configured {
  installationId: string
  contentId: string
}

export async function insertContentInstallation(
  db: Db,
  vault: Vault,
  kind: ContentKind,
  { installationId, contentId, configuration, status }: NewContentInstallation,
): Promise<ContentRow> {
  const row = {
    installation_id: installationId,
    status,
    ...sealConfiguration(vault, configuration),
    external_ids: '[]',
    signing_secret: vault.seal(newSigningSecret()),
    created_at: now(),
    updated_at: now(),
  }
  const columns = sql.join([...Object.keys(row).map((name) => sql.ref(name)), columnOf(kind)])
  const values = sql.join([...Object.values(row), contentId])
  await sql`insert into ${tableOf(kind)} (${columns}) values (${values})`.execute(db)
  return { ...row, content_id: contentId }
}

export async function updateContentInstallation(
  db: Db,
  kind: ContentKind,
  row: ContentRow,
  patch: Partial<Pick<ContentRow, 'status' | 'configuration' | 'external_ids'>>,
): Promise<ContentRow> {
  const set = { ...patch, updated_at: now() }
  const assignments = Object.entries(set).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await sql`update ${tableOf(kind)} set ${sql.join(assignments)} where ${isRow(kind, row)}`.execute(db)
  return { ...row, ...set }
}

export async function removeContentInstallation(db: Db, kind: ContentKind, row: ContentRow): Promise<void> {
  await sql`delete from ${tableOf(kind)} where ${isRow(kind, row)}`.execute(db)
  await removeExternalIds(db, externalIdOwnerOf(kind, row))
}

const isRow = (kind: ContentKind, { installation_id, content_id }: ContentRow) =>
  sql`installation_id = ${installation_id} and ${columnOf(kind)} = ${content_id}`

/** The key under which external ids are stored. */
export const externalIdOwnerOf = (kind: ContentKind, { installation_id, content_id }: ContentRow): ExternalIdOwner => ({
  installation_id,
  space_id: kind === 'space' ? content_id : null,
  site_id: kind === 'site' ? content_id : null,
})
