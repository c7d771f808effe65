// Organization rows and their presenter.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { type Caller, isReached } from '../../access/caller.ts'
import { type Objects, permissionsOf } from '../../access/permissions.ts'
import type { Viewer } from '../../access/visibility.ts'
import { type Page, selectPage } from '../../db/keyset.ts'
import type { Db, NewRow, Row } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { emailDomain } from '../../lib/text.ts'
import { now } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import type { Organization } from '../../shapes/organizations.ts'

/** There are no paid features. Clients that check the plan find every feature included. */
const PLAN = 'enterprise_2024'

export function toOrganization(organization: Objects['organization'], urls: Urls): Static<typeof Organization> {
  return {
    object: 'organization',
    id: organization.id,
    title: organization.title,
    createdAt: organization.created_at,
    emailDomains: JSON.parse(organization.email_domains),
    hostname: organization.hostname ?? undefined,
    type: organization.type,
    defaultRole: organization.default_role,
    defaultContent:
      organization.default_site_id === null ? undefined : { type: 'site', site: organization.default_site_id },
    sso: organization.sso === 1,
    ai: organization.ai === 1,
    inviteLinks: organization.invite_links === 1,
    plan: PLAN,
    urls: {
      location: urls.api(`/orgs/${organization.id}`),
      app: urls.app(`/orgs/${organization.id}`),
      logo: organization.logo_url ?? undefined,
    },
    trial: { status: 'notapplicable' },
    permissions: permissionsOf('organization', organization),
  }
}

export const viewerOf = (organization: Objects['organization'], caller: Caller): Viewer => ({
  organizationId: organization.id,
  userId: caller.user.id,
  role: organization.role,
})

const organizationsOf = (db: Db, caller: Caller) =>
  db
    .selectFrom('organizations')
    .innerJoin('members', 'members.organization_id', 'organizations.id')
    .where('members.user_id', '=', caller.user.id)
    .where(isReached(sql.ref('organizations.id'), caller))

const selectHeld =
  ({ user }: Caller) =>
  (query: ReturnType<typeof organizationsOf>) =>
    query
      .selectAll('organizations')
      .select('members.role')
      .select(
        sql<number | boolean>`exists (
        select 1 from team_members join teams on teams.id = team_members.team_id
        where teams.organization_id = organizations.id and team_members.user_id = ${user.id}
          and team_members.role = 'owner')`.as('owns_team'),
      )

const withOwnsTeam = <R extends { owns_team: number | boolean }>(row: R) => ({
  ...row,
  ownsTeam: Boolean(row.owns_team),
})

export async function listOrganizations(db: Db, caller: Caller, page: Page) {
  const slice = await selectPage(organizationsOf(db, caller), selectHeld(caller), page, { by: ['organizations.id'] })
  return { ...slice, rows: slice.rows.map(withOwnsTeam) }
}

/** The caller's organizations that claim this email domain. */
export async function listOrganizationsByEmailDomain(
  db: Db,
  caller: Caller,
  domain: string,
): Promise<Objects['organization'][]> {
  const mine = await selectHeld(caller)(organizationsOf(db, caller)).orderBy('organizations.id').execute()
  return mine.map(withOwnsTeam).filter(({ email_domains }) => JSON.parse(email_domains).includes(domain.toLowerCase()))
}

export const insertOrganization = (
  db: Db,
  { title, emailDomains = [], hostname }: { title: string; emailDomains?: string[] | undefined; hostname?: string },
): Promise<Row<'organizations'>> =>
  db
    .insertInto('organizations')
    .values({
      id: newId(),
      title,
      hostname,
      type: 'business',
      email_domains: serializeDomains(emailDomains),
      default_role: 'read',
      sso: 0,
      ai: 0,
      invite_links: 1,
      created_at: now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const updateOrganization = (
  db: Db,
  id: string,
  patch: Partial<NewRow<'organizations'>>,
): Promise<Row<'organizations'>> =>
  db
    .updateTable('organizations')
    .set({ id, ...patch })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Whether the address is outside the organization's email domains. False if it claims none. */
export function isOutsideEmailDomains(
  { email_domains }: Pick<Row<'organizations'>, 'email_domains'>,
  email: string,
): boolean {
  return email_domains !== '[]' && !isInEmailDomains({ email_domains }, email)
}

/** Whether the address is in one of the organization's email domains. */
export const isInEmailDomains = (
  { email_domains }: Pick<Row<'organizations'>, 'email_domains'>,
  email: string,
): boolean => (JSON.parse(email_domains) as string[]).includes(emailDomain(email))

export const serializeDomains = (domains: string[]): string =>
  JSON.stringify([...new Set(domains.map((domain) => domain.toLowerCase()))])

export async function insertMember(
  db: Db,
  member: Pick<Row<'members'>, 'organization_id' | 'user_id' | 'role'> & { sso?: 0 | 1 },
): Promise<void> {
  await db
    .insertInto('members')
    .values({ sso: 0, ...member, joined_at: now() })
    .execute()
}
