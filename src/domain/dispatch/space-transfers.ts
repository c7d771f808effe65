// Removes transferred spaces from the installations of their former organization.
import { sql } from 'kysely'
import { isOneOf } from '../../db/dialect.ts'
import type { Db } from '../../db/tables.ts'
import type { Vault } from '../../lib/sealing.ts'
import { removeContentInstallation } from '../installations/index.ts'
import { queueInstallationEvent } from './catch-up.ts'

export async function removeFromInstallations(db: Db, vault: Vault, spaceIds: readonly string[]): Promise<void> {
  const rows = await db
    .selectFrom('integration_space_installations as content')
    .innerJoin('integration_installations as installed', 'installed.id', 'content.installation_id')
    .selectAll('content')
    .select(['content.space_id as content_id', 'installed.integration_id'])
    .where(isOneOf(db, sql.ref('content.space_id'), spaceIds))
    .orderBy('content.installation_id')
    .execute()
  for (const { integration_id, ...row } of rows) {
    await queueInstallationEvent(db, vault, integration_id, {
      type: 'space_installation_deleted',
      installationId: row.installation_id,
      spaceId: row.space_id,
      previous: { configuration: JSON.parse(vault.unseal(row.configuration)) },
    })
    await removeContentInstallation(db, 'space', row)
  }
}
