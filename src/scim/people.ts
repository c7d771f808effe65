// The users of an organization as SCIM shows them: its members, and those who were deactivated. What an identity provider
// writes belongs to the membership; name and address of the account, which other organizations share, stay as they are.
import { sql } from 'kysely'
import { isOneOf } from '../db/dialect.ts'
import type { Db, Row } from '../db/tables.ts'
import type { Json, Resource } from './replies.ts'
import { SCHEMAS, withVersion } from './replies.ts'

export interface PersonRow {
  id: string
  email: string
  display_name: string
  created_at: string
  updated_at: string | null
  user_name: string | null
  external_id: string | null
  attributes: string | null
  active: number
  former_access: string | null
}

/** Selects members and deactivated users. */
const people = (db: Db, organizationId: string) =>
  db
    .selectFrom('users')
    .leftJoin('members', (on) =>
      on.onRef('members.user_id', '=', 'users.id').on('members.organization_id', '=', organizationId),
    )
    .leftJoin('scim_users', (on) =>
      on.onRef('scim_users.user_id', '=', 'users.id').on('scim_users.organization_id', '=', organizationId),
    )
    .select(['users.id', 'users.email', 'users.display_name', 'users.created_at', 'scim_users.updated_at'])
    .select(['scim_users.user_name', 'scim_users.external_id', 'scim_users.attributes', 'scim_users.former_access'])
    .select(sql<number>`case when members.user_id is null then 0 else 1 end`.as('active'))
    .where((user) => user.or([user('members.user_id', 'is not', null), user('scim_users.active', '=', 0)]))
    .orderBy('users.id')

const ROWS_AT_ONCE = 500

/** All people, in portions: between them, others run. */
export async function* listPeople(db: Db, organizationId: string): AsyncGenerator<PersonRow[]> {
  let after = ''
  for (;;) {
    const rows = await people(db, organizationId).where('users.id', '>', after).limit(ROWS_AT_ONCE).execute()
    if (rows.length > 0) yield rows
    if (rows.length < ROWS_AT_ONCE) return
    after = rows.at(-1)!.id
  }
}

/** Identity providers look people up by this name before anything else. */
export const listPeopleNamed = (db: Db, organizationId: string, name: string): Promise<PersonRow[]> =>
  people(db, organizationId)
    .where(sql<boolean>`lower(coalesce(scim_users.user_name, users.email)) = ${name.toLowerCase()}`)
    .execute()

export const findPerson = (db: Db, organizationId: string, id: string): Promise<PersonRow | undefined> =>
  people(db, organizationId).where('users.id', '=', id).executeTakeFirst()

export type Groups = ReadonlyMap<string, { value: string; display: string }[]>

export async function listGroupsOf(db: Db, organizationId: string, userIds: readonly string[]): Promise<Groups> {
  const rows = await db
    .selectFrom('team_members')
    .innerJoin('teams', 'teams.id', 'team_members.team_id')
    .select(['team_members.user_id', 'teams.id', 'teams.title'])
    .where('teams.organization_id', '=', organizationId)
    .where(isOneOf(db, sql.ref('team_members.user_id'), userIds))
    .orderBy('teams.id')
    .execute()
  const groups = new Map<string, { value: string; display: string }[]>()
  for (const { user_id, id, title } of rows)
    groups.set(user_id, [...(groups.get(user_id) ?? []), { value: id, display: title }])
  return groups
}

/** The attributes that identity providers may write, besides userName, externalId and active. */
export interface Attributes {
  name?: Json
  displayName?: string
  emails?: Json[]
}

export function toPerson(row: PersonRow, groups: Groups, base: string): Resource {
  const written: Attributes = row.attributes === null ? {} : JSON.parse(row.attributes)
  return withVersion({
    schemas: [SCHEMAS.user],
    id: row.id,
    ...(row.external_id !== null && { externalId: row.external_id }),
    userName: row.user_name ?? row.email,
    displayName: written.displayName ?? row.display_name,
    name: written.name ?? { formatted: row.display_name },
    emails: written.emails ?? [{ value: row.email, type: 'work', primary: true }],
    active: row.active === 1,
    ...(groups.has(row.id) && { groups: groups.get(row.id) }),
    meta: {
      resourceType: 'User',
      created: row.created_at,
      lastModified: row.updated_at ?? row.created_at,
      location: `${base}/Users/${row.id}`,
    },
  })
}

export async function putPerson(db: Db, row: Row<'scim_users'>): Promise<void> {
  const { organization_id, user_id, ...rest } = row
  await db
    .insertInto('scim_users')
    .values(row)
    .onConflict((known) => known.columns(['organization_id', 'user_id']).doUpdateSet(rest))
    .execute()
}

export async function removePerson(db: Db, organizationId: string, userId: string): Promise<void> {
  await db
    .deleteFrom('scim_users')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute()
}
