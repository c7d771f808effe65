// Loads path objects for an installation of an integration: its organization, and the spaces and sites selected for it.
// Its scopes determine its role on them.
import { sql } from 'kysely'
import type { Db, Row } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import type { ActingIntegration } from '../caller.ts'
import type { Objects } from '../permissions.ts'
import { roleInOrganization, roleOnSpaces } from '../scopes.ts'

export async function loadInstalledOrganization(
  db: Db,
  { installation, scopes }: ActingIntegration,
  id: string,
): Promise<Objects['organization']> {
  if (installation?.organization_id !== id) throw problem('notFound')
  const row = await db.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { ...row, role: roleInOrganization(scopes), ownsTeam: false }
}

export async function loadInstalledSpace(
  db: Db,
  { installation, scopes }: ActingIntegration,
  id: string,
): Promise<Objects['space']> {
  const role = roleOnSpaces(scopes)
  if (!installation || role === null) throw problem('notFound')
  const row = await findReachable(db, 'spaces', installation, id)
  if (!row || row.deleted_at !== null) throw problem('notFound')
  return { ...row, role }
}

/** Throws 404 unless the site is selected for the installation. */
export async function requireInstalledSite(db: Db, { installation }: ActingIntegration, id: string): Promise<void> {
  if (!installation || !(await findReachable(db, 'sites', installation, id))) throw problem('notFound')
}

type Installed = NonNullable<ActingIntegration['installation']>

const SELECTION = {
  spaces: { by: 'space_selection', table: 'integration_space_installations', column: 'space_id' },
  sites: { by: 'site_selection', table: 'integration_site_installations', column: 'site_id' },
} as const

async function findReachable<T extends 'spaces' | 'sites'>(
  db: Db,
  kind: T,
  installation: Installed,
  id: string,
): Promise<Row<T> | undefined> {
  const { by, table, column } = SELECTION[kind]
  const selected = sql`exists (select 1 from ${sql.table(table)} selected
    where selected.installation_id = ${installation.id} and ${sql.ref(`selected.${column}`)} = ${id})`
  const { rows } = await sql<Row<T>>`
    select * from ${sql.table(kind)} where id = ${id} and organization_id = ${installation.organization_id}
      and ${installation[by] === 'all' ? sql`1 = 1` : selected}`.execute(db)
  return rows[0]
}
