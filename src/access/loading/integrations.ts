// Loads integrations and their installations. Public integrations are visible to everyone, unlisted ones by name.
// Private ones are visible to members of the owning organization and of organizations that have installed them.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Row } from '../../db/tables.ts'
import { problem } from '../../errors.ts'
import { type ActingIntegration, type Caller, isReached } from '../caller.ts'
import type { Objects } from '../permissions.ts'
import { loadOrganization, loadSpace } from './objects.ts'
import { loadSite } from './sites.ts'

type Integration = Objects['integration']
type Installation = Objects['installation']

/** True for memberships of the caller that are not guests, match the token's binding and meet the SSO requirement. */
const isActiveMembership = (members: string, caller: Caller): RawBuilder<SqlBool> => {
  const [of, role, sso] = ['organization_id', 'role', 'sso'].map((column) => sql.ref(`${members}.${column}`))
  const isSsoMember = sql`${sso} = 1 and ${isReached(of!, { boundTo: caller.session?.sso ?? null })}`
  const signedOn = sql`(${isSsoMember} or ${role} = 'admin' or not exists (
    select 1 from organizations enforcing where enforcing.id = ${of} and enforcing.sso = 1))`
  const isOwn = sql`${sql.ref(`${members}.user_id`)} = ${caller.user.id}`
  return sql<SqlBool>`${isOwn} and ${role} is not null and ${isReached(of!, caller)} and ${signedOn}`
}

/** A subquery of the organizations in which the caller is an admin. */
export const administeredOrganizations = (caller: Caller): RawBuilder<string> =>
  sql<string>`(select mine.organization_id from members mine where ${isActiveMembership('mine', caller)} and mine.role = 'admin')`

const isOwn = ({ integration }: Caller) => sql<SqlBool>`integrations.id = ${integration?.id ?? ''}`

/** True for integrations that lists include: public ones, and those of the caller's organizations. */
export const isListed = (caller: Caller): RawBuilder<SqlBool> =>
  sql<SqlBool>`(integrations.visibility = 'public' or owners.role is not null or ${isOwn(caller)})`

const isVisible = (caller: Caller): RawBuilder<SqlBool> =>
  sql<SqlBool>`(integrations.visibility <> 'private' or owners.role is not null or ${isOwn(caller)} or exists (
    select 1 from integration_installations installed
    join members users_of on users_of.organization_id = installed.organization_id and ${isActiveMembership('users_of', caller)}
    where installed.integration_id = integrations.id))`

/** Selects all integrations, joined with the caller's membership in the owning organization. */
export const integrationsFor = (db: Db, caller: Caller) =>
  db
    .selectFrom('integrations')
    .leftJoin('members as owners', (on) =>
      on.onRef('owners.organization_id', '=', 'integrations.organization_id').on(isActiveMembership('owners', caller)),
    )

const mayInstall = (caller: Caller) => sql<number | boolean>`exists (
  select 1 from members installers where ${isActiveMembership('installers', caller)} and installers.role = 'admin'
    and (integrations.visibility <> 'private' or installers.organization_id = integrations.organization_id))`

export const selectWithRole = (caller: Caller) => (query: ReturnType<typeof integrationsFor>) =>
  query.selectAll('integrations').select(['owners.role', mayInstall(caller).as('may_install')])

export const toIntegrationObject =
  (caller: Caller) =>
  <R extends { id: string; may_install: number | boolean }>({ may_install, ...row }: R) => ({
    ...row,
    installable: Boolean(may_install),
    acting: caller.integration?.id === row.id && !caller.integration.installation,
  })

export async function loadIntegration(db: Db, caller: Caller, name: string): Promise<Integration> {
  const row = await selectWithRole(caller)(integrationsFor(db, caller))
    .where('integrations.name', '=', name)
    .where(isVisible(caller))
    .executeTakeFirst()
  if (!row) throw problem('notFound')
  return toIntegrationObject(caller)(row)
}

/** Loads an installation for members of its organization, or for the integration itself. */
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

/** An integration has access to all of its installations; an installation only to itself. */
const isOfSelf = ({ id, installation }: ActingIntegration, row: Row<'integration_installations'>): boolean =>
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
