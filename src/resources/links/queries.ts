// Queries on the link index.
import { type RawBuilder, sql } from 'kysely'
import { type Viewer, visibleSpaces } from '../../access/visibility.ts'
import { isOneOf } from '../../db/dialect.ts'
import { type Page, type Slice, selectPage } from '../../db/keyset.ts'
import type { Db } from '../../db/tables.ts'
import { anchorsPrefix, type LinkRow, pageTarget, parseTarget, targetOfRecord } from '../../domain/indexes/index.ts'

export interface Scope {
  spaceId: string
  /** Only the references of this holder. */
  holder?: string | undefined
  /** Holders whose references are ignored. */
  hidden: readonly string[]
}

/** The distinct targets of a space, and whether each exists in any content. Served from database indexes alone. */
export async function listReferred(db: Db, { spaceId, hidden }: Scope): Promise<{ target: string; found: boolean }[]> {
  const { rows } = await sql<{ target: string; found: boolean | number }>`
    select target, exists (select 1 from link_targets t where t.target = referred.target) as found
    from (
      select distinct target from links where space_id = ${spaceId}
        and ${hidden.length === 0 ? sql`1 = 1` : sql`not ${isOneOf(db, sql.ref('holder'), hidden)}`}
    ) referred`.execute(db)
  return rows.map(({ target, found }) => ({ target, found: Boolean(found) }))
}

/** The references of one holder, in document order. */
export const listOfHolder = (db: Db, spaceId: string, holder: string): Promise<LinkRow[]> =>
  db
    .selectFrom('links')
    .selectAll()
    .where('space_id', '=', spaceId)
    .where('holder', '=', holder)
    .orderBy('position')
    .execute()

/** Up to `limit` references to each of these targets. */
export async function listReferring(
  db: Db,
  { spaceId, holder, hidden }: Scope,
  targets: readonly string[],
  limit: number,
): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select space_id, holder, position, block, target, ref from (
      select *, row_number() over (partition by target order by holder, position) as number from links
      where space_id = ${spaceId} and ${isOneOf(db, sql.ref('target'), targets)}
        and ${holder === undefined ? sql`1 = 1` : sql`holder = ${holder}`}
        and ${hidden.length === 0 ? sql`1 = 1` : sql`not ${isOneOf(db, sql.ref('holder'), hidden)}`}
    ) numbered
    where number <= ${limit} order by holder, position`.execute(db)
  return rows
}

/** The targets among these that main content refers to. */
export async function findReferred(db: Db, spaceId: string, targets: readonly string[]): Promise<Set<string>> {
  if (targets.length === 0) return new Set()
  const rows = await db
    .selectFrom('links')
    .select('target')
    .distinct()
    .where('space_id', '=', spaceId)
    .where(isOneOf(db, sql.ref('target'), targets))
    .execute()
  return new Set(rows.map(({ target }) => target))
}

/** The targets among these that exist in the organization. URLs are not checked. */
export async function findExisting(db: Db, organizationId: string, targets: readonly string[]): Promise<Set<string>> {
  const parsed = targets.map((target) => ({ target, ...parseTarget(target) }))
  const spaces = parsed.flatMap(({ kind, space, id }) => space ?? (kind === 'space' ? id : []))
  const idsOf = (wanted: string) => parsed.flatMap(({ kind, id }) => (kind === wanted ? [id] : []))
  const [inContent, live, users, collections, specs] = [
    await findInContent(db, targets),
    await findIds(
      db,
      sql`select id from spaces where organization_id = ${organizationId} and deleted_at is null`,
      spaces,
    ),
    await findIds(db, sql`select user_id as id from members where organization_id = ${organizationId}`, idsOf('user')),
    await findIds(db, sql`select id from collections where organization_id = ${organizationId}`, idsOf('collection')),
    await findIds(
      db,
      sql`select slug as id from openapi_specs where organization_id = ${organizationId}`,
      idsOf('openapi'),
    ),
  ]
  const exists = ({ target, kind, space, id }: (typeof parsed)[number]) => {
    if (space !== undefined) return inContent.has(target) && live.has(space)
    return { space: live, user: users, collection: collections, openapi: specs }[kind as string]?.has(id) ?? false
  }
  return new Set(parsed.filter(exists).map(({ target }) => target))
}

async function findInContent(db: Db, targets: readonly string[]): Promise<Set<string>> {
  if (targets.length === 0) return new Set()
  const rows = await db
    .selectFrom('link_targets')
    .select('target')
    .where(isOneOf(db, sql.ref('target'), targets))
    .execute()
  return new Set(rows.map(({ target }) => target))
}

async function findIds(db: Db, among: RawBuilder<unknown>, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const wanted = isOneOf(db, sql.ref('id'), [...new Set(ids)])
  const { rows } = await sql<{ id: string }>`select id from (${among}) found where ${wanted}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** The target of backlinks: a page with its anchors, a file, or a reusable content. */
export interface Destination {
  spaceId: string
  kind: 'page' | 'file' | 'reusable-content'
  id: string
}

/** References to a target from all content the viewer can see, except from hidden holders of its own space. */
export const takeReferring = (
  db: Db,
  viewer: Viewer,
  to: Destination,
  { hidden, page }: { hidden: readonly string[]; page: Page },
): Promise<Slice<LinkRow>> =>
  selectPage(
    db
      .selectFrom('links')
      .where(leadsTo(to))
      .where('space_id', 'in', visibleSpaces(viewer))
      .where(sql<boolean>`not (space_id = ${to.spaceId} and ${isOneOf(db, sql.ref('holder'), hidden)})`),
    (links) => links.selectAll(),
    page,
    INDEX_ORDER,
  )

/** References to one target from all content the viewer can see. */
export const takeReferringTo = (db: Db, viewer: Viewer, target: string, page: Page): Promise<Slice<LinkRow>> =>
  selectPage(
    db.selectFrom('links').where('target', '=', target).where('space_id', 'in', visibleSpaces(viewer)),
    (links) => links.selectAll(),
    page,
    INDEX_ORDER,
  )

// Expressions, not columns: otherwise the planner would scan the primary key, which has the same order.
const INDEX_ORDER = { by: ['space_id', 'holder', 'position'].map((column) => sql<string>`${sql.ref(column)} || ''`) }

function leadsTo({ spaceId, kind, id }: Destination): RawBuilder<boolean> {
  if (kind !== 'page') return sql<boolean>`target = ${targetOfRecord(kind, spaceId, id)}`
  const anchors = anchorsPrefix(spaceId, id)
  return sql<boolean>`(target = ${pageTarget(spaceId, id)} or (target > ${anchors} and target < ${`${anchors}\u{10ffff}`}))`
}

/** `leadsTo` for one target. */
export const isAbout = (target: string, { spaceId, kind, id }: Destination): boolean =>
  kind !== 'page'
    ? target === targetOfRecord(kind, spaceId, id)
    : target === pageTarget(spaceId, id) || target.startsWith(anchorsPrefix(spaceId, id))
