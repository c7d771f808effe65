// Integrity checks of the store: invariants between rows that database constraints do not cover. Each check is a query
// that returns a message for each fault.
import { type RawBuilder, sql } from 'kysely'
import type { Progress } from '../db/copy.ts'
import { listForeignKeys } from '../db/introspection.ts'
import type { Db } from '../db/tables.ts'
import { INTEGRATION_CHECKS } from './integration-integrity.ts'
import { listObjectFaults } from './object-integrity.ts'
import { OPENAPI_CHECKS } from './openapi-integrity.ts'
import { SITE_CHECKS } from './site-integrity.ts'

const SHOWN = 20

type Check = RawBuilder<{ sentence: string }>

/** Lists all faults of the store, one message each. `db` should be a snapshot. */
export async function listFaults(
  db: Db,
  progress: Progress = () => {},
  files?: ReadonlySet<string>,
): Promise<string[]> {
  return [...(await listRowFaults(db)), ...(await listObjectFaults(db, progress, files)).flatMap(shorten)]
}

/** Lists the faults of rows, without checking content objects. */
export async function listRowFaults(db: Db): Promise<string[]> {
  const faults: string[] = []
  for (const check of [...(await foreignKeys(db)), ...CHECKS]) faults.push(...(await run(db, check)))
  return faults
}

const shorten = (sentences: string[]): string[] =>
  sentences.length > SHOWN ? [...sentences.slice(0, SHOWN), 'More faults of this kind exist.'] : sentences

async function run(db: Db, check: Check): Promise<string[]> {
  const { rows } = await sql<{ sentence: string }>`${check} limit ${SHOWN + 1}`.execute(db)
  return shorten(rows.map(({ sentence }) => sentence))
}

async function foreignKeys(db: Db): Promise<Check[]> {
  const keys = await listForeignKeys(db)
  return keys.map(({ table, column, parent, parentColumn }) => {
    const value = sql.ref(`child.${column}`)
    return sql<{ sentence: string }>`
      select ${`A row of ${table} refers to the ${column} `} || ${value} || ${`, which is not in ${parent}.`} as sentence
      from ${sql.table(table)} as child
      where ${value} is not null and not exists (
        select 1 from ${sql.table(parent)} as parent where ${sql.ref(`parent.${parentColumn}`)} = ${value})`
  })
}

const COUNTED = {
  space: sql`(
    select spaces.*, coalesce(n.comments_open, 0) as comments_open, coalesce(n.comments_total, 0) as comments_total
    from spaces left join space_comment_counts n on n.space_id = spaces.id)`,
  'change request': sql.table('change_requests'),
  comment: sql.table('comments'),
}

const CHECKS: Check[] = [
  sql`
    select 'The space ' || s.id || ' refers to the revision ' || s.revision_id ||
      ', which does not exist or belongs to another space.' as sentence
    from spaces s
    where not exists (select 1 from revisions r where r.id = s.revision_id and r.space_id = s.id)`,

  sql`
    select 'The organization ' || o.id || ' has no admin.' as sentence from organizations o
    where not exists (select 1 from members m where m.organization_id = o.id and m.role = 'admin')`,

  // Collections that are not reachable from the top are in a cycle, or below one.
  sql`
    select 'The collection ' || c.id || ' is inside itself.' as sentence from collections c
    where c.id not in (
      with recursive reached(id) as (
        select id from collections where parent_id is null
        union all
        select c.id from collections c join reached on c.parent_id = reached.id
      )
      select id from reached)`,

  sql`
    select 'The ' || child.kind || ' ' || child.id || ' is in a collection of another organization.' as sentence
    from (
      select 'space' as kind, id, organization_id, parent_id from spaces
      union all select 'collection', id, organization_id, parent_id from collections
    ) child join collections parent on parent.id = child.parent_id
    where parent.organization_id <> child.organization_id`,

  sql`
    select count(*) || ' items in the ' ||
      case when parent = '' then 'organization ' || organization_id else 'collection ' || parent end ||
      ' have the same position: ' || position || '.' as sentence
    from (
      select organization_id, coalesce(parent_id, '') as parent, position from spaces
      union all select organization_id, coalesce(parent_id, ''), position from collections
    ) placed
    group by organization_id, parent, position having count(*) > 1`,

  sql`
    select 'The grant ' || g.id || ' is for the user ' || g.user_id || ', who is not a member of the organization.'
      as sentence
    from (${grantsWithOrganization()}) g
    where g.user_id is not null and not exists (
      select 1 from members m where m.organization_id = g.organization_id and m.user_id = g.user_id)`,

  sql`
    select 'The grant ' || g.id || ' is for the team ' || g.team_id || ' of another organization.' as sentence
    from (${grantsWithOrganization()}) g join teams t on t.id = g.team_id
    where t.organization_id <> g.organization_id`,

  sql`
    select 'The user ' || tm.user_id || ' is in the team ' || tm.team_id || ', but not in its organization.' as sentence
    from team_members tm join teams t on t.id = tm.team_id
    where not exists (
      select 1 from members m where m.organization_id = t.organization_id and m.user_id = tm.user_id)`,

  sql`
    select 'The change request ' || c.id || ' refers to the revision ' || c.revision_id ||
      ', which does not exist or belongs to another space.' as sentence
    from change_requests c
    where not exists (select 1 from revisions r where r.id = c.revision_id and r.space_id = c.space_id)`,

  sql`
    select 'The change requests of the space ' || space_id || ' are not numbered from 1 without gaps.' as sentence
    from change_requests
    group by space_id having min(number) <> 1 or max(number) <> count(*)`,

  sql`
    select 'The Git sync of the space ' || g.space_id || ' refers to the content ' || g.root || ', which does not exist.'
      as sentence
    from git_syncs g where not exists (select 1 from objects o where o.hash = g.root)`,

  // Integrations have no memberships: their tokens are bound to the organization of the installation.
  sql`
    select 'The ' || held.kind || ' ' || held.id || ' is bound to the organization ' || held.organization_id ||
      ', but its user is not a member.' as sentence
    from (
      select 'token' as kind, id, user_id, organization_id from tokens
        where organization_id is not null and revoked_at is null
          and not exists (select 1 from integration_installations i where i.token_id = tokens.id)
      union all select 'session', s.id, s.user_id, o.organization_id
        from sessions s join session_organizations o on o.session_id = s.id
    ) held
    where not exists (
      select 1 from members m where m.organization_id = held.organization_id and m.user_id = held.user_id)`,

  sql`
    select 'The SAML provider ' || p.id || ' adds users to the team ' || t.id || ' of another organization.'
      as sentence
    from saml_providers p join teams t on t.id = p.default_team_id
    where t.organization_id <> p.organization_id`,

  sql`
    select 'The OpenID Connect provider ' || p.id || ' adds users to the team ' || t.id || ' of another organization.'
      as sentence
    from oidc_providers p join teams t on t.id = p.default_team_id
      or t.id in (select g.team_id from oidc_group_teams g where g.provider_id = p.id)
    where t.organization_id <> p.organization_id`,

  sql`
    select 'The session ' || s.session_id || ' was created by an OpenID Connect provider of another organization.'
      as sentence
    from session_organizations s join oidc_providers p on p.id = s.oidc_provider_id
    where p.organization_id <> s.organization_id`,

  sql`
    select 'The session ' || s.session_id || ' was created by a SAML provider of another organization.' as sentence
    from session_organizations s join saml_providers p on p.id = s.saml_provider_id
    where p.organization_id <> s.organization_id`,

  sql`
    select 'The glossary entry ' || g.id || ' has no term in any language.' as sentence from glossary_entries g
    where not exists (select 1 from glossary_translations t where t.entry_id = g.id)`,

  ...SITE_CHECKS,
  ...INTEGRATION_CHECKS,

  ...OPENAPI_CHECKS,

  ...counters('space', {
    comments_open: sql`select count(*) from comments c where c.thread_id = counted.id and c.status = 'open'`,
    comments_total: sql`select count(*) from comments c where c.thread_id = counted.id`,
    change_requests: sql`select count(*) from change_requests c where c.space_id = counted.id`,
    change_requests_open: sql`
      select count(*) from change_requests c where c.space_id = counted.id and c.status = 'open'`,
    change_requests_draft: sql`
      select count(*) from change_requests c where c.space_id = counted.id and c.status = 'draft'`,
  }),

  ...counters('change request', {
    comments_open: sql`select count(*) from comments c where c.thread_id = counted.id and c.status = 'open'`,
    comments_total: sql`select count(*) from comments c where c.thread_id = counted.id`,
  }),

  ...counters('comment', {
    replies: sql`select count(*) from comments c where c.thread_id = counted.id`,
  }),

  sql`
    select 'The comment ' || c.id || ' is listed under ' || c.thread_id || ', but belongs under ' ||
      coalesce(c.parent_id, c.change_request_id, c.space_id) || '.' as sentence
    from comments c where c.thread_id <> coalesce(c.parent_id, c.change_request_id, c.space_id)`,

  sql`
    select 'The comment ' || c.id || ' refers to the change request ' || r.id || ' of another space.' as sentence
    from comments c join change_requests r on r.id = c.change_request_id where r.space_id <> c.space_id`,
]

function grantsWithOrganization() {
  return sql`
    select g.id, g.user_id, g.team_id,
      coalesce(s.organization_id, c.organization_id, sites.organization_id) as organization_id
    from grants g left join spaces s on s.id = g.space_id left join collections c on c.id = g.collection_id
      left join sites on sites.id = g.site_id`
}

/** Checks the counters of a kind of object (`counted`) against a recount. */
function counters(kind: keyof typeof COUNTED, recounts: Record<string, RawBuilder<unknown>>): Check[] {
  return Object.entries(recounts).map(([column, recount]) => {
    const value = sql.ref(`counted.${column}`)
    return sql<{ sentence: string }>`
      select ${`The ${kind} `} || counted.id || ${` has ${column} = `} || ${value} || ', but the count is ' ||
        (${recount}) || '.' as sentence
      from ${COUNTED[kind]} as counted where ${value} <> (${recount})`
  })
}
