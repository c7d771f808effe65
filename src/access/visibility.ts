// Finds the content that a user can see, computed by the database, for lists and counts. A test compares the result
// with the rule for one object in `roles.ts`.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { asList, isInList, isOneOf } from '../db/dialect.ts'
import { prepared } from '../db/prepared.ts'
import type { Db, DefaultLevel, Row } from '../db/tables.ts'
import { effectiveRole, inRole, type Membership, type Role } from './roles.ts'

/** A member of an organization, or a guest. */
export interface Viewer extends Membership {
  organizationId: string
  userId: string
}

/** What the queries of a viewer depend on: admins see everything, guests only what they were granted. */
export type Standing = 'admin' | 'member' | 'guest'

export const standingOf = ({ role }: Membership): Standing =>
  role === 'admin' ? 'admin' : role === null ? 'guest' : 'member'

/** A viewer of that standing, for queries that are built once. */
export const asViewer = (standing: Standing, organizationId: string, userId: string): Viewer => ({
  organizationId,
  userId,
  role: standing === 'admin' ? 'admin' : standing === 'guest' ? null : 'read',
})

/** Common table expressions: `inside` (each collection and its descendants) and `levels` (resolved default levels). */
const tree = (organizationId: string) => sql`
  inside(root, id) as (
    select id, id from collections where organization_id = ${organizationId}
    union all
    select inside.root, c.id from collections c join inside on c.parent_id = inside.id
  ),
  levels(id, level) as (
    select id, default_level from collections where organization_id = ${organizationId} and parent_id is null
    union all
    select c.id, case when c.default_level = 'inherit' then levels.level else c.default_level end
    from collections c join levels on c.parent_id = levels.id
  )`

/** True for grants to the user, directly or through a team. */
export const isGrantedTo = (userId: string) =>
  sql`(g.user_id = ${userId} or g.team_id in (select team_id from team_members where user_id = ${userId}))`

/** A subquery of the spaces that the viewer can see, without deleted ones. */
export function visibleSpaces({ organizationId, userId, role }: Viewer): RawBuilder<string> {
  const all = sql`select id from spaces where organization_id = ${organizationId} and deleted_at is null`
  if (role === 'admin') return sql<string>`(${all})`
  const open = openSpaces(organizationId)
  const granted = sql`
    select s.id from spaces s join grants g on g.space_id = s.id
    where s.organization_id = ${organizationId} and s.deleted_at is null and ${isGrantedTo(userId)}
    union
    select s.id from spaces s join inside on inside.id = s.parent_id join grants g on g.collection_id = inside.root
    where s.deleted_at is null and ${isGrantedTo(userId)}`
  return sql<string>`(with recursive ${tree(organizationId)} ${role === null ? granted : sql`${open} union ${granted}`})`
}

/** True for rows of `spaces` that the viewer can see. */
export const isVisibleSpace = (viewer: Viewer): RawBuilder<SqlBool> =>
  viewer.role === 'admin'
    ? sql<SqlBool>`(spaces.organization_id = ${viewer.organizationId} and spaces.deleted_at is null)`
    : sql<SqlBool>`spaces.id in ${visibleSpaces(viewer)}`

/** The subset of these spaces that the viewer can see. */
export async function listVisibleAmong(db: Db, viewer: Viewer, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('spaces')
    .select('id')
    .where(isOneOf(db, sql.ref('id'), ids))
    .where('id', 'in', visibleSpaces(viewer))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** A subquery of the collections that the viewer can see. */
export function visibleCollections({ organizationId, userId, role }: Viewer): RawBuilder<string> {
  if (role === 'admin') return sql<string>`(select id from collections where organization_id = ${organizationId})`
  const granted = sql`select inside.id from inside join grants g on g.collection_id = inside.root where ${isGrantedTo(userId)}`
  const open = sql`select id from levels where level is not null`
  return sql<string>`(with recursive ${tree(organizationId)} ${role === null ? granted : sql`${open} union ${granted}`})`
}

/** The spaces that every member except guests can see. */
const openSpaces = (organizationId: string) => sql`
  select s.id from spaces s left join levels on levels.id = s.parent_id
  where s.organization_id = ${organizationId} and s.deleted_at is null and ${isOpen('s')}`

// True if every member except guests can see the space: its resolved default level is not null.
const isOpen = (space: string) => {
  const level = sql.ref(`${space}.default_level`)
  const parent = sql.ref(`${space}.parent_id`)
  return sql`case when ${level} = 'inherit' then (${parent} is null or levels.level is not null) else ${level} is not null end`
}

/**
 * `reached` (holder, space): the spaces that grants give access to; `holders` selects holder, space_id, collection_id.
 * A cross join keeps SQLite from beginning with all spaces.
 */
const reached = (organizationId: string, holders: RawBuilder<unknown>) => sql`
  holders(holder, space_id, collection_id) as (${holders}),
  reached(holder, id) as (
    select holders.holder, s.id from holders cross join spaces s
    where s.id = holders.space_id and s.organization_id = ${organizationId} and s.deleted_at is null
    union
    select holders.holder, s.id from holders join inside on inside.root = holders.collection_id cross join spaces s
    where s.parent_id = inside.id and s.deleted_at is null
  )`

type Person = Omit<Viewer, 'organizationId'>

/** Counts the spaces that each of these members can see, as `visibleSpaces` would; two queries in total. */
export async function countVisibleSpaces(
  db: Db,
  organizationId: string,
  members: readonly Person[],
): Promise<Map<string, number>> {
  const [all, granted] = await Promise.all([countSpaces(db, organizationId), countGranted(db, organizationId, members)])
  const count = ({ userId, role }: Person) => {
    const own = granted.get(userId) ?? { spaces: 0, open: 0 }
    if (role === null) return own.spaces
    return role === 'admin' ? all.spaces : all.open + own.spaces - own.open
  }
  return new Map(members.map((member) => [member.userId, count(member)]))
}

interface Counted {
  spaces: number
  /** The number of them that every member except guests can see. */
  open: number
}

const countSpaces = async (db: Db, organization: string): Promise<Counted> =>
  (await countAllSpaces(db, { organization }))[0]!

const countAllSpaces = prepared<{ organization: string }, Counted>((_db, param) => {
  const organization = param('organization')
  return sql<Counted>`
    with recursive ${tree(organization)},
      alike(parent_id, default_level, count) as (
        select parent_id, default_level, count(*) from spaces
        where organization_id = ${organization} and deleted_at is null group by parent_id, default_level)
    select cast(coalesce(sum(count), 0) as bigint) as spaces,
      cast(coalesce(sum(case when ${isOpen('s')} then count end), 0) as bigint) as open
    from alike s left join levels on levels.id = s.parent_id`
})

async function countGranted(db: Db, organization: string, members: readonly Person[]): Promise<Map<string, Counted>> {
  const people = asList(
    db,
    members.map(({ userId }) => userId),
  )
  const rows = await countGrantedTo(db, { organization, people })
  return new Map(rows.map((row) => [row.holder, row]))
}

const countGrantedTo = prepared<{ organization: string; people: unknown }, Counted & { holder: string }>(
  (db, param) => {
    const organization = param('organization')
    const isAsked = (column: string) => isInList(db, sql.ref(column), param('people'))
    const holders = sql`
      select user_id, space_id, collection_id from grants where ${isAsked('user_id')}
      union all
      select m.user_id, g.space_id, g.collection_id from team_members m join grants g on g.team_id = m.team_id
      where ${isAsked('m.user_id')}`
    return sql<Counted & { holder: string }>`
      with recursive ${tree(organization)}, ${reached(organization, holders)}
      select reached.holder, count(*) as spaces, count(case when ${isOpen('s')} then 1 end) as open
      from reached cross join spaces s left join levels on levels.id = s.parent_id
      where s.id = reached.id group by reached.holder`
  },
)

/** Counts the spaces that each of these teams has grants on, directly or through collections; one query in total. */
export async function countSpacesOfTeams(
  db: Db,
  organizationId: string,
  teams: readonly string[],
): Promise<Map<string, number>> {
  const holders = sql`select team_id, space_id, collection_id from grants where ${isOneOf(db, sql.ref('team_id'), teams)}`
  const { rows } = await sql<{ holder: string; spaces: number }>`
    with recursive ${tree(organizationId)}, ${reached(organizationId, holders)}
    select holder, count(*) as spaces from reached group by holder`.execute(db)
  return new Map(rows.map(({ holder, spaces }) => [holder, spaces]))
}

interface Content {
  id: string
  parent_id: string | null
  default_level: DefaultLevel
}

/** Adds the viewer's role to each of these spaces or collections of one organization; a fixed number of queries. */
export async function rolesOn<Row extends Content>(
  db: Db,
  viewer: Viewer,
  kind: 'space' | 'collection',
  rows: readonly Row[],
): Promise<(Row & { role: Role | null })[]> {
  if (viewer.role === 'admin' || rows.length === 0) return rows.map((row) => inRole(row, viewer.role))
  const collections = await listLevels(db, viewer.organizationId)
  const grants = await listGrants(db, viewer, kind, rows)
  return rows.map((row) => {
    const around = chain(collections, row.parent_id)
    const levels = [row.default_level, ...around.map(({ default_level }) => default_level)]
    const given = [row, ...around].flatMap(({ id }) => grants.get(id) ?? [])
    return inRole(row, effectiveRole(viewer, levels, given))
  })
}

const listLevels = async (db: Db, organization: string): Promise<Map<string, Content>> =>
  new Map((await listCollectionLevels(db, { organization })).map((row) => [row.id, row]))

const listCollectionLevels = prepared<{ organization: string }, Content>((db, param) =>
  db
    .selectFrom('collections')
    .select(['id', 'parent_id', 'default_level'])
    .where('organization_id', '=', param('organization')),
)

function chain(collections: Map<string, Content>, innermost: string | null): Content[] {
  const around: Content[] = []
  for (let at = innermost && collections.get(innermost); at; at = at.parent_id && collections.get(at.parent_id))
    around.push(at)
  return around
}

async function listGrants(
  db: Db,
  { userId, organizationId }: Viewer,
  kind: 'space' | 'collection',
  rows: readonly Content[],
) {
  const spaces = kind === 'space' ? rows.map(({ id }) => id) : []
  const grants = await listGrantsTo(db, { user: userId, organization: organizationId, spaces: asList(db, spaces) })
  const byObject = new Map<string, Role[]>()
  for (const { space_id, collection_id, role } of grants) {
    const id = (space_id ?? collection_id)!
    byObject.set(id, [...(byObject.get(id) ?? []), role])
  }
  return byObject
}

const listGrantsTo = prepared<
  { user: string; organization: string; spaces: unknown },
  Pick<Row<'grants'>, 'space_id' | 'collection_id' | 'role'>
>(
  (db, param) => sql<Pick<Row<'grants'>, 'space_id' | 'collection_id' | 'role'>>`
    select g.space_id, g.collection_id, g.role from grants g
    where ${isGrantedTo(param('user'))} and (${isInList(db, sql.ref('g.space_id'), param('spaces'))}
      or g.collection_id in (select id from collections where organization_id = ${param('organization')}))`,
)
