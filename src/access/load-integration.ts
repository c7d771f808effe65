// Loads integrations and their installations. Everybody sees the public integrations and, by name, the unlisted ones;
// a private one is there for the members of its organization, and for those of organizations that have it installed.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Row } from '../db/tables.ts'
import { problem } from '../errors.ts'
import type { Acting, Caller } from './caller.ts'
import { loadOrganization, loadSpace } from './load.ts'
import { loadSite } from './load-site.ts'
import type { Objects } from './vocabulary.ts'

type Integration = Objects['integration']
type Installation = Objects['installation']

/** True for memberships that count: no guest's, within the reach of the token, with the sign-on that is asked for. */
const counts = (members: string, { user, boundTo }: Caller): RawBuilder<SqlBool> => {
  const [of, role, sso] = ['organization_id', 'role', 'sso'].map((column) => sql.ref(`${members}.${column}`))
  const within = boundTo === null ? sql`` : sql`and ${of} = ${boundTo}`
  const signedOn = sql`(${sso} = 1 or ${role} = 'admin' or not exists (
    select 1 from organizations enforcing where enforcing.id = ${of} and enforcing.sso = 1))`
  return sql<SqlBool>`${sql.ref(`${members}.user_id`)} = ${user.id} and ${role} is not null ${within} and ${signedOn}`
}

/** The organizations that the caller administers, as a subquery. */
export const administered = (caller: Caller): RawBuilder<string> =>
  sql<string>`(select mine.organization_id from members mine where ${counts('mine', caller)} and mine.role = 'admin')`

const isOwn = ({ integration }: Caller) => sql<SqlBool>`integrations.id = ${integration?.id ?? ''}`

/** In lists: public, or of an organization of the caller's. */
export const isListed = (caller: Caller): RawBuilder<SqlBool> =>
  sql<SqlBool>`(integrations.visibility = 'public' or owners.role is not null or ${isOwn(caller)})`

const isVisible = (caller: Caller): RawBuilder<SqlBool> =>
  sql<SqlBool>`(integrations.visibility <> 'private' or owners.role is not null or ${isOwn(caller)} or exists (
    select 1 from integration_installations installed
    join members users_of on users_of.organization_id = installed.organization_id and ${counts('users_of', caller)}
    where installed.integration_id = integrations.id))`

/** Every integration, with what the caller is in the organization that owns it. */
export const integrationsFor = (db: Db, caller: Caller) =>
  db
    .selectFrom('integrations')
    .leftJoin('members as owners', (on) =>
      on.onRef('owners.organization_id', '=', 'integrations.organization_id').on(counts('owners', caller)),
    )

const mayInstall = (caller: Caller) => sql<number | boolean>`exists (
  select 1 from members installers where ${counts('installers', caller)} and installers.role = 'admin'
    and (integrations.visibility <> 'private' or installers.organization_id = integrations.organization_id))`

export const selectHeld = (caller: Caller) => (query: ReturnType<typeof integrationsFor>) =>
  query.selectAll('integrations').select(['owners.role', mayInstall(caller).as('may_install')])

export const toHeld =
  (caller: Caller) =>
  <R extends { id: string; may_install: number | boolean }>({ may_install, ...row }: R) => ({
    ...row,
    installable: Boolean(may_install),
    acting: caller.integration?.id === row.id && !caller.integration.installation,
  })

export async function loadIntegration(db: Db, caller: Caller, name: string): Promise<Integration> {
  const row = await selectHeld(caller)(integrationsFor(db, caller))
    .where('integrations.name', '=', name)
    .where(isVisible(caller))
    .executeTakeFirst()
  if (!row) throw problem('notFound')
  return toHeld(caller)(row)
}

/** An installation, for members of its organization and for the integration itself. */
export async function loadInstallation(
  db: Db,
  caller: Caller,
  integration: Integration,
  id: string,
): Promise<Installation> {
  const row = await db
    .selectFrom('integration_installations')
    .selectAll()
    .where('id', '=', id)
    .where('integration_id', '=', integration.id)
    .executeTakeFirst()
  if (!row) throw problem('notFound')
  if (caller.integration) {
    if (!isOfSelf(caller.integration, row)) throw problem('notFound')
    return { ...row, role: null, acting: true }
  }
  const { role } = await loadOrganization(db, caller, row.organization_id)
  if (role === null) throw problem('notFound')
  return { ...row, role, acting: false }
}

/** The integration itself has all of its installations; each of them has itself. */
const isOfSelf = ({ id, installation }: Acting, row: Row<'integration_installations'>): boolean =>
  id === row.integration_id && (!installation || installation.id === row.id)

export async function loadSpaceInstallation(
  db: Db,
  caller: Caller,
  installation: Installation,
  spaceId: string,
): Promise<Objects['spaceInstallation']> {
  const role = caller.integration ? null : (await loadSpace(db, caller, spaceId)).role
  const row = await db
    .selectFrom('integration_space_installations as installed')
    .innerJoin('spaces', 'spaces.id', 'installed.space_id')
    .selectAll('installed')
    .where('installed.installation_id', '=', installation.id)
    .where('installed.space_id', '=', spaceId)
    .where('spaces.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw problem('notFound')
  return { ...row, id: installation.id, role, acting: installation.acting }
}

export async function loadSiteInstallation(
  db: Db,
  caller: Caller,
  installation: Installation,
  siteId: string,
): Promise<Objects['siteInstallation']> {
  const role = caller.integration ? null : await roleOnSite(db, caller, installation, siteId)
  const row = await db
    .selectFrom('integration_site_installations')
    .selectAll()
    .where('installation_id', '=', installation.id)
    .where('site_id', '=', siteId)
    .executeTakeFirst()
  if (!row) throw problem('notFound')
  return { ...row, id: installation.id, role, acting: installation.acting }
}

async function roleOnSite(db: Db, caller: Caller, { organization_id }: Installation, siteId: string) {
  const organization = await loadOrganization(db, caller, organization_id)
  return (await loadSite(db, caller, organization, siteId)).role
}
