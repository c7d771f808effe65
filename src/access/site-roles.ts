// Determines roles on sites: the highest of the role in the organization and the grants on the site to the user or
// their teams. A guest with neither can read sites that show a space they can see. A role on a site gives no access to
// its spaces. A test compares the rule for one user with the queries for sets.
import { type RawBuilder, sql } from 'kysely'
import { type Page, type Slice, selectPage } from '../db/keyset.ts'
import { prepared } from '../db/prepared.ts'
import type { Db, Row } from '../db/tables.ts'
import { rankOf } from './content-access.ts'
import { ROLES, type Role, roleOnSite } from './roles.ts'
import { isGrantedTo, type Viewer, visibleSpaces } from './visibility.ts'

/** Null if the viewer cannot see the site. */
export async function findRoleOnSite(db: Db, viewer: Viewer, siteId: string): Promise<Role | null> {
  if (viewer.role === 'admin') return 'admin'
  const grants = await findGrants(db, { site: siteId, user: viewer.userId })
  const given = grants.map(({ role }) => role)
  return roleOnSite(viewer, given) ?? ((await showsVisibleSpace(db, viewer, siteId)) ? 'read' : null)
}

const findGrants = prepared<{ site: string; user: string }, { role: Role }>(
  (_db, param) => sql<{ role: Role }>`
    select role from grants where site_id = ${param('site')} and (user_id = ${param('user')}
      or team_id in (select team_id from team_members where user_id = ${param('user')}))`,
)

/** True if the site shows a space that the viewer can see; with `spaceId`, if it is this space. */
export async function showsVisibleSpace(db: Db, viewer: Viewer, siteId: string, spaceId?: string): Promise<boolean> {
  const shown = await db
    .selectFrom('site_spaces')
    .select('id')
    .where('site_id', '=', siteId)
    .where('space_id', 'in', visibleSpaces(viewer))
    .$if(spaceId !== undefined, (some) => some.where('space_id', '=', spaceId!))
    .limit(1)
    .executeTakeFirst()
  return shown !== undefined
}

/** A subquery of the sites that a guest can see. Every other member sees all sites of the organization. */
export const sitesForGuest = (viewer: Viewer): RawBuilder<string> => sql<string>`(
  select site_id from site_spaces where space_id in ${visibleSpaces(viewer)}
  union
  select g.site_id from grants g where g.site_id is not null and ${isGrantedTo(viewer.userId)})`

type Person = Row<'users'> & Pick<Row<'members'>, 'sso' | 'last_seen_at'>

/** A user who can see a site, with the origin of their role on it. */
export interface SiteViewer extends Person {
  member_role: Role | null
  /** The highest grant on the site and the team it is for; no team: it is for the user. */
  given: Role | null
  team_id: string | null
  /** For guests without a grant on the site: the space that makes it visible to them. */
  space_id: string | null
}

interface SiteViewerRow {
  user_id: string
  rank: number | null
  team_id: string | null
  space_id: string | null
}

interface Site {
  id: string
  organization_id: string
}

/** Lists the users who can see the site, ordered by id; always two queries. */
export async function listSiteAccess(db: Db, site: Site, page: Page): Promise<Slice<SiteViewer>> {
  const { rows, ...slice } = await selectPage(
    db
      .selectFrom(siteViewers(site).as('seeing'))
      .innerJoin('users', 'users.id', 'seeing.user_id')
      .innerJoin('members', (on) =>
        on.onRef('members.user_id', '=', 'seeing.user_id').on('members.organization_id', '=', site.organization_id),
      ),
    (people) =>
      people
        .selectAll('users')
        .select(['seeing.rank', 'seeing.team_id', 'seeing.space_id'])
        .select(['members.role as member_role', 'members.sso', 'members.last_seen_at']),
    page,
    { by: ['users.id'] },
  )
  return { ...slice, rows: rows.map(({ rank, ...row }) => ({ ...row, given: rank === null ? null : ROLES[rank]! })) }
}

const siteViewers = (site: Site): RawBuilder<SiteViewerRow> => sql`(
  with recursive ${onSite(site)}, ${throughSpaces(site)}
  select m.user_id, best.rank, best.team_id,
    case when m.role is null and best.rank is null then min(guests.space_id) end as space_id
  from members m left join best on best.user_id = m.user_id
    left join guests on guests.user_id = m.user_id and m.role is null
  where m.organization_id = ${site.organization_id}
    and (m.role is not null or best.rank is not null or guests.space_id is not null)
  group by m.user_id, m.role, best.rank, best.team_id)`

/** `best`: the highest grant of each user on the site; a grant to the user precedes one to a team. */
const onSite = ({ id }: Site) => sql`
  held(user_id, team_id, rank) as (
    select user_id, null, ${rankOf('role')} from grants where site_id = ${id} and user_id is not null
    union all
    select t.user_id, g.team_id, ${rankOf('g.role')} from grants g join team_members t on t.team_id = g.team_id
    where g.site_id = ${id}
  ),
  ordered(user_id, team_id, rank, place) as (
    select user_id, team_id, rank,
      row_number() over (partition by user_id order by rank desc, coalesce(team_id, ''))
    from held
  ),
  best(user_id, team_id, rank) as (select user_id, team_id, rank from ordered where place = 1)`

/** `guests`: the users with a grant on a space of the site, or on one of its parent collections. */
const throughSpaces = ({ id }: Site) => sql`
  shown(id, parent_id) as (
    select s.id, s.parent_id from site_spaces ss join spaces s on s.id = ss.space_id where ss.site_id = ${id}
  ),
  around(space_id, collection_id, parent_id) as (
    select shown.id, c.id, c.parent_id from shown join collections c on c.id = shown.parent_id
    union all
    select around.space_id, c.id, c.parent_id from around join collections c on c.id = around.parent_id
  ),
  given(user_id, team_id, space_id) as (
    select g.user_id, g.team_id, g.space_id from grants g join shown on shown.id = g.space_id
    union all
    select g.user_id, g.team_id, around.space_id from grants g join around on around.collection_id = g.collection_id
  ),
  guests(user_id, space_id) as (
    select user_id, space_id from given where user_id is not null
    union all
    select t.user_id, given.space_id from given join team_members t on t.team_id = given.team_id
  )`
