// Organizations in the database, and how replies show them.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import type { Viewer } from '../../access/visibility.ts'
import { type Objects, permissionsOf } from '../../access/vocabulary.ts'
import { type Page, takePage } from '../../db/keyset.ts'
import type { Db, NewRow, Row } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { emailDomain } from '../../lib/text.ts'
import { now } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import type { Organization } from './schemas.ts'

/** Nothing is behind a paywall: clients that ask for the plan learn that every feature is included. */
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

const organizationsOf = (db: Db, { user, boundTo }: Caller) =>
  db
    .selectFrom('organizations')
    .innerJoin('members', 'members.organization_id', 'organizations.id')
    .where('members.user_id', '=', user.id)
    .$if(boundTo !== null, (mine) => mine.where('organizations.id', '=', boundTo!))

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

const held = <R extends { owns_team: number | boolean }>(row: R) => ({ ...row, ownsTeam: Boolean(row.owns_team) })

export async function takeOrganizations(db: Db, caller: Caller, page: Page) {
  const slice = await takePage(organizationsOf(db, caller), selectHeld(caller), page, { by: ['organizations.id'] })
  return { ...slice, rows: slice.rows.map(held) }
}

/** The caller's organizations that claim this email domain. */
export async function listByEmailDomain(db: Db, caller: Caller, domain: string): Promise<Objects['organization'][]> {
  const mine = await selectHeld(caller)(organizationsOf(db, caller)).orderBy('organizations.id').execute()
  return mine.map(held).filter(({ email_domains }) => JSON.parse(email_domains).includes(domain.toLowerCase()))
}

export const insertOrganization = (
  db: Db,
  { title, emailDomains = [] }: { title: string; emailDomains?: string[] | undefined },
): Promise<Row<'organizations'>> =>
  db
    .insertInto('organizations')
    .values({
      id: newId(),
      title,
      type: 'business',
      email_domains: toDomains(emailDomains),
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

/** Is the address outside the domains the organization claims? When it claims none, none is. */
export function isOutside({ email_domains }: Pick<Row<'organizations'>, 'email_domains'>, email: string): boolean {
  const domains: string[] = JSON.parse(email_domains)
  return domains.length > 0 && !domains.includes(emailDomain(email))
}

export const toDomains = (domains: string[]): string =>
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
