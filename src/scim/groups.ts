// /scim/v2/Groups: the teams of the organization.

import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { lock } from '../access/loading/locks.ts'
import { isOneOf } from '../db/dialect.ts'
import type { Db } from '../db/tables.ts'
import { insertTeam, putTeamMembers, removeTeam, removeTeamMembers, updateTeam } from '../domain/people/index.ts'
import { yieldToEventLoop } from '../lib/event-loop.ts'
import { now } from '../lib/time.ts'
import type { LaterRoutes } from '../server/later-routes.ts'
import type { Client, Scim } from './context.ts'
import { invalidValue, notFound, ScimError } from './errors.ts'
import { attributeOf, type Filter, filterIn, matches } from './filter.ts'
import { applyPatch } from './patch.ts'
import { readText } from './person-input.ts'
import {
  isShown,
  type Json,
  type Resource,
  requireVersion,
  SCHEMAS,
  sendList,
  sendResource,
  windowOf,
  withVersion,
} from './replies.ts'

const MAX_TITLE = 64
const MAX_MEMBERS = 20_000

interface GroupRow {
  id: string
  title: string
  created_at: string
  updated_at: string | null
  external_id: string | null
}

type Members = ReadonlyMap<string, { value: string; display: string }[]>

const groups = (db: Db, organizationId: string) =>
  db
    .selectFrom('teams')
    .leftJoin('scim_groups', 'scim_groups.team_id', 'teams.id')
    .select(['teams.id', 'teams.title', 'teams.created_at', 'scim_groups.external_id', 'scim_groups.updated_at'])
    .where('teams.organization_id', '=', organizationId)
    .orderBy('teams.id')

async function listMembers(db: Db, teamIds: readonly string[]): Promise<Members> {
  const rows = await db
    .selectFrom('team_members')
    .innerJoin('users', 'users.id', 'team_members.user_id')
    .select(['team_members.team_id', 'users.id', 'users.display_name'])
    .where(isOneOf(db, sql.ref('team_members.team_id'), teamIds))
    .orderBy('users.id')
    .execute()
  const members = new Map<string, { value: string; display: string }[]>()
  for (const { team_id, id, display_name } of rows) {
    const list = members.get(team_id) ?? []
    list.push({ value: id, display: display_name })
    members.set(team_id, list)
  }
  return members
}

function toGroup(row: GroupRow, members: Members | undefined, base: string): Resource {
  return withVersion({
    schemas: [SCHEMAS.group],
    id: row.id,
    ...(row.external_id !== null && { externalId: row.external_id }),
    displayName: row.title,
    ...(members && { members: members.get(row.id) ?? [] }),
    meta: {
      resourceType: 'Group',
      created: row.created_at,
      lastModified: row.updated_at ?? row.created_at,
      location: `${base}/Groups/${row.id}`,
    },
  })
}

interface GroupInput {
  title: string
  externalId: string | null
  /** The ids of the members; undefined: not sent. */
  members: string[] | undefined
}

function readGroup(body: Json): GroupInput {
  const title = readText(body, 'displayName')
  if (title === undefined || title.length > MAX_TITLE)
    throw invalidValue(`displayName is required, with at most ${MAX_TITLE} characters.`)
  const members = attributeOf(body, 'members')
  if (members !== undefined && (!Array.isArray(members) || members.length > MAX_MEMBERS))
    throw invalidValue(`members is a list of at most ${MAX_MEMBERS}.`)
  const ids = (members as unknown[] | undefined)?.map((member) => (member as { value?: unknown } | null)?.value)
  if (ids && !ids.every((id) => typeof id === 'string')) throw invalidValue('Each of members has a value, an id.')
  return { title, externalId: readText(body, 'externalId') ?? null, members: ids as string[] | undefined }
}

export function serveGroups(http: LaterRoutes, { database, base, record, handle }: Scim): void {
  const load = async (db: Db, { organization }: Client, request: FastifyRequest, whole = true): Promise<Resource> => {
    const { id } = request.params as { id: string }
    const row = await groups(db, organization.id).where('teams.id', '=', id).executeTakeFirst()
    if (!row) throw notFound()
    return toGroup(row, whole ? await listMembers(db, [row.id]) : undefined, base)
  }

  http.get(
    '/Groups',
    handle(async ({ organization }, request, reply) => {
      const filter = filterIn(request.query)
      const { startIndex, count } = windowOf(request)
      const rows = await groups(database.read, organization.id).execute()
      const found = filter ? await listMatching(database.read, rows, filter, base) : rows
      const page = found.slice(startIndex - 1, startIndex - 1 + count)
      const resources = isShown(request, 'members')
        ? await listWithMembers(database.read, page, base)
        : page.map((row) => toGroup(row, undefined, base))
      return sendList(request, reply, resources, { startIndex, totalResults: found.length })
    }),
  )

  http.post(
    '/Groups',
    handle(async (client, request, reply) => {
      const input = readGroup(request.body as Json)
      const id = await database.write(async (db) => {
        await refuseTaken(db, client, input.title)
        const { id } = await insertTeam(db, client.organization.id, input.title)
        await changeMembers(db, client, id, [], input.members ?? [])
        await putGroup(db, id, input)
        await record(db, client, request, 'team.created', { kind: 'team', id })
        return id
      })
      Object.assign(request.params as object, { id })
      return sendResource(request, reply, await load(database.read, client, request), 201)
    }),
  )

  http.get(
    '/Groups/:id',
    handle(async (client, request, reply) =>
      sendResource(request, reply, await load(database.read, client, request, isShown(request, 'members'))),
    ),
  )

  const write = (change: (resource: Resource, body: Json) => Json) =>
    handle(async (client, request, reply) => {
      await database.write(async (db) => {
        const before = await load(db, client, request)
        requireVersion(request, before)
        const input = readGroup(change(before, request.body as Json))
        const target = { kind: 'team', id: before.id }
        const held = (before.members as { value: string }[]).map(({ value }) => value)
        if (input.title !== before.displayName) {
          await refuseTaken(db, client, input.title, before.id)
          await updateTeam(db, before.id, input.title)
          await record(db, client, request, 'team.updated', target)
        }
        const { put, removed } = await changeMembers(db, client, before.id, held, input.members ?? [])
        await putGroup(db, before.id, input)
        if (put.length + removed.length > 0)
          await record(db, client, request, 'team.members.updated', target, { put, removed })
      })
      return sendResource(request, reply, await load(database.read, client, request))
    })

  http.put(
    '/Groups/:id',
    write((_resource, body) => body),
  )
  http.patch('/Groups/:id', write(applyPatch))

  http.delete(
    '/Groups/:id',
    handle(async (client, request, reply) => {
      await database.write(async (db) => {
        const group = await load(db, client, request)
        requireVersion(request, group)
        await removeTeam(db, group.id)
        await record(db, client, request, 'team.deleted', { kind: 'team', id: group.id })
      })
      return reply.code(204).send()
    }),
  )
}

/** The groups that a filter selects. Members are loaded only for filters about them. */
async function listMatching(db: Db, rows: readonly GroupRow[], filter: Filter, base: string): Promise<GroupRow[]> {
  const isAboutMembers = JSON.stringify(filter).includes('"members"')
  const found: GroupRow[] = []
  for (const row of rows) {
    const members = isAboutMembers ? await listMembers(db, [row.id]) : undefined
    if (matches(filter, toGroup(row, members, base))) found.push(row)
    await yieldToEventLoop()
  }
  return found
}

/** Members in one reply. A client that gets fewer groups than it asked for continues with the next one. */
const MAX_LISTED_MEMBERS = 20_000

async function listWithMembers(db: Db, rows: readonly GroupRow[], base: string): Promise<Resource[]> {
  const resources: Resource[] = []
  let listed = 0
  for (const row of rows) {
    const members = await listMembers(db, [row.id])
    listed += members.get(row.id)?.length ?? 0
    if (listed > MAX_LISTED_MEMBERS && resources.length > 0) break
    resources.push(toGroup(row, members, base))
    await yieldToEventLoop()
  }
  return resources
}

async function refuseTaken(db: Db, { organization }: Client, title: string, except?: string): Promise<void> {
  const others = await groups(db, organization.id)
    .where(sql<boolean>`lower(teams.title) = ${title.toLowerCase()}`)
    .execute()
  if (others.some(({ id }) => id !== except))
    throw new ScimError(409, 'The organization already has a group with this displayName.', 'uniqueness')
}

/** Makes `wanted` the members of a team. Whoever is not in the organization is refused. */
async function changeMembers(db: Db, { organization }: Client, teamId: string, held: string[], wanted: string[]) {
  const before = new Set(held)
  const after = new Set(wanted)
  const put = [...after].filter((id) => !before.has(id))
  const removed = [...before].filter((id) => !after.has(id))
  if (put.length > 0) {
    await lock(db, 'organization', organization.id)
    const known = await db
      .selectFrom('members')
      .select('user_id')
      .where('organization_id', '=', organization.id)
      .where(isOneOf(db, sql.ref('user_id'), put))
      .execute()
    if (known.length < put.length) throw invalidValue('Some members are not active users of this organization.')
    await putTeamMembers(db, teamId, new Map(put.map((id) => [id, undefined])))
  }
  if (removed.length > 0) await removeTeamMembers(db, teamId, removed)
  return { put, removed }
}

async function putGroup(db: Db, teamId: string, { externalId }: GroupInput): Promise<void> {
  const rest = { external_id: externalId, updated_at: now() }
  await db
    .insertInto('scim_groups')
    .values({ team_id: teamId, ...rest })
    .onConflict((known) => known.column('team_id').doUpdateSet(rest))
    .execute()
}
