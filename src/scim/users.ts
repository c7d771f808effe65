// /scim/v2/Users: list, create, read, replace, patch and delete.

import type { FastifyRequest } from 'fastify'
import type { Db, Row } from '../db/tables.ts'
import { ensureUsers } from '../domain/invites/index.ts'
import { findUserByEmail, updateUser } from '../domain/people/index.ts'
import { yieldToEventLoop } from '../lib/event-loop.ts'
import { now } from '../lib/time.ts'
import type { LaterRoutes } from '../server/later-routes.ts'
import { activate, deactivate } from './access.ts'
import type { Client, Scim } from './context.ts'
import { notFound, ScimError } from './errors.ts'
import { type Filter, filterIn, matches } from './filter.ts'
import { applyPatch } from './patch.ts'
import {
  findPerson,
  type Groups,
  listGroupsOf,
  listPeople,
  listPeopleNamed,
  type PersonRow,
  putPerson,
  removePerson,
  toPerson,
} from './people.ts'
import { type PersonInput, readPerson } from './person-input.ts'
import { isShown, type Json, type Resource, requireVersion, sendList, sendResource, windowOf } from './replies.ts'

const NO_GROUPS: Groups = new Map()

export function serveUsers(http: LaterRoutes, { database, base, record, handle }: Scim): void {
  const load = async (db: Db, { organization }: Client, request: FastifyRequest): Promise<[PersonRow, Resource]> => {
    const { id } = request.params as { id: string }
    const row = await findPerson(db, organization.id, id)
    if (!row) throw notFound()
    return [row, toPerson(row, await listGroupsOf(db, organization.id, [row.id]), base)]
  }

  http.get(
    '/Users',
    handle(async (client, request, reply) => {
      const filter = filterIn(request.query)
      const window = windowOf(request)
      const found: PersonRow[] = []
      for await (const rows of candidates(database.read, client, filter))
        for (const row of rows) {
          if (!filter || matches(filter, toPerson(row, NO_GROUPS, base))) found.push(row)
          await yieldToEventLoop()
        }
      const page = found.slice(window.startIndex - 1, window.startIndex - 1 + window.count)
      const ids = page.map(({ id }) => id)
      const groups = isShown(request, 'groups')
        ? await listGroupsOf(database.read, client.organization.id, ids)
        : NO_GROUPS
      const resources = page.map((row) => toPerson(row, groups, base))
      return sendList(request, reply, resources, { startIndex: window.startIndex, totalResults: found.length })
    }),
  )

  http.post(
    '/Users',
    handle(async (client, request, reply) => {
      const input = readPerson(request.body as Json)
      const id = await database.write(async (db) => {
        const user = await ensureAccount(db, input)
        if (await isKnown(db, client, user.id, input)) throw taken()
        if (input.active) await activate(db, client.organization, user.id, undefined)
        await store(db, client, user.id, input, null)
        await record(db, client, request, 'organization.member.joined', { kind: 'member', id: user.id })
        return user.id
      })
      const row = await findPerson(database.read, client.organization.id, id)
      return sendResource(request, reply, toPerson(row!, NO_GROUPS, base), 201)
    }),
  )

  http.get(
    '/Users/:id',
    handle(async (client, request, reply) => {
      const [, resource] = await load(database.read, client, request)
      return sendResource(request, reply, resource)
    }),
  )

  /** Replaces what is stored by what `change` makes of the resource. */
  const write = (change: (resource: Resource, body: Json) => Json) =>
    handle(async (client, request, reply) => {
      await database.write(async (db) => {
        const [row, resource] = await load(db, client, request)
        requireVersion(request, resource)
        const input = readPerson(change(resource, request.body as Json))
        const others = await listPeopleNamed(db, client.organization.id, input.userName)
        if (others.some(({ id }) => id !== row.id)) throw taken()
        await store(db, client, row.id, input, await switchTo(db, client, row, input.active))
        const removed = row.active === 1 && !input.active
        const joined = row.active === 0 && input.active
        const action = removed ? 'removed' : joined ? 'joined' : 'updated'
        await record(db, client, request, `organization.member.${action}`, { kind: 'member', id: row.id })
      })
      const [, resource] = await load(database.read, client, request)
      return sendResource(request, reply, resource)
    })

  http.put(
    '/Users/:id',
    write((_resource, body) => body),
  )
  http.patch('/Users/:id', write(applyPatch))

  http.delete(
    '/Users/:id',
    handle(async (client, request, reply) => {
      await database.write(async (db) => {
        const [row, resource] = await load(db, client, request)
        requireVersion(request, resource)
        if (row.active === 1) await deactivate(db, client.organization.id, row.id)
        await removePerson(db, client.organization.id, row.id)
        await record(db, client, request, 'organization.member.removed', { kind: 'member', id: row.id })
      })
      return reply.code(204).send()
    }),
  )
}

const taken = () => new ScimError(409, 'The organization already has a user with this userName.', 'uniqueness')

async function* candidates(db: Db, { organization }: Client, filter: Filter | undefined): AsyncGenerator<PersonRow[]> {
  if (filter?.kind === 'compare' && filter.operator === 'eq' && filter.path.name === 'username' && !filter.path.part)
    yield await listPeopleNamed(db, organization.id, String(filter.value))
  else yield* listPeople(db, organization.id)
}

async function isKnown(db: Db, { organization }: Client, userId: string, { userName }: PersonInput): Promise<boolean> {
  if (await findPerson(db, organization.id, userId)) return true
  return (await listPeopleNamed(db, organization.id, userName)).length > 0
}

/** Activates or deactivates a person, and returns the access to keep for later. */
async function switchTo(db: Db, { organization }: Client, row: PersonRow, active: boolean): Promise<string | null> {
  if (row.active === 1 && !active) return JSON.stringify(await deactivate(db, organization.id, row.id))
  if (row.active === 0 && active)
    await activate(db, organization, row.id, row.former_access ? JSON.parse(row.former_access) : undefined)
  return active ? null : row.former_access
}

const store = (db: Db, { organization }: Client, userId: string, input: PersonInput, former: string | null) =>
  putPerson(db, {
    organization_id: organization.id,
    user_id: userId,
    user_name: input.userName,
    external_id: input.externalId,
    attributes: JSON.stringify(input.attributes),
    active: input.active ? 1 : 0,
    former_access: former,
    updated_at: now(),
  })

/** The account with the address. A new one gets the name that the client gives; others keep their own. */
async function ensureAccount(db: Db, { email, displayName }: PersonInput): Promise<Row<'users'>> {
  const known = await findUserByEmail(db, email)
  const user = known ?? (await ensureUsers(db, [email]))[0]!
  return known || displayName === undefined ? user : updateUser(db, user.id, { displayName })
}
