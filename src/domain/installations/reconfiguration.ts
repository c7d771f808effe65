// Updates installation statuses after a new version, which may require a different configuration.
import { sql } from 'kysely'
import type { Db, Row } from '../../db/tables.ts'
import type { Vault } from '../../lib/sealing.ts'
import { now } from '../../lib/time.ts'
import { type Level, statusOf } from './configuration.ts'

const TABLES = {
  account: { table: 'integration_installations', key: ['id'] },
  space: { table: 'integration_space_installations', key: ['installation_id', 'space_id'] },
  site: { table: 'integration_site_installations', key: ['installation_id', 'site_id'] },
} as const satisfies Record<Level, { table: string; key: readonly string[] }>

type Installed = Pick<Row<'integration_installations'>, 'status' | 'configuration'> & Record<string, string>

export async function refreshStatuses(db: Db, vault: Vault, integration: Row<'integrations'>): Promise<void> {
  for (const level of Object.keys(TABLES) as Level[]) {
    const { table, key } = TABLES[level]
    for (const row of await listInstalled(db, level, integration.id)) {
      const status = statusOf(integration, level, JSON.parse(vault.unseal(row.configuration)))
      if (row.status === status) continue
      const isRow = sql.join(
        key.map((name) => sql`${sql.ref(name)} = ${row[name]}`),
        sql` and `,
      )
      await sql`update ${sql.table(table)} set status = ${status}, updated_at = ${now()} where ${isRow}`.execute(db)
    }
  }
}

async function listInstalled(db: Db, level: Level, integrationId: string): Promise<Installed[]> {
  const { table } = TABLES[level]
  const whose =
    level === 'account'
      ? sql`integration_id = ${integrationId}`
      : sql`installation_id in (select id from integration_installations where integration_id = ${integrationId})`
  return (await sql<Installed>`select * from ${sql.table(table)} where ${whose}`.execute(db)).rows
}
