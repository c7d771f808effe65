// Turns one line of an operation table into a route: checked request, known caller, loaded and permitted objects, one
// transaction with its event, serialized answer.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../access/caller.ts'
import { loadNamed } from '../access/named.ts'
import type { Objects, Permission } from '../access/vocabulary.ts'
import type { Database } from '../db/database.ts'
import { appendEvent, type EventName } from '../db/events.ts'
import type { Db } from '../db/tables.ts'
import { invalid } from '../errors.ts'
import { type Answer, type Answering, compileAnswer } from './answer.ts'
import { once } from './idempotency.ts'
import type { Can, ContextOf, Operation, Resource } from './operation.ts'
import { verbAndPath } from './operation.ts'
import { toPage } from './paging.ts'
import type { Presence } from './presence.ts'
import type { Urls } from './urls.ts'
import { compileRequest, type Incoming } from './validation.ts'

export interface Kit {
  database: Database
  urls: Urls
  presence: Presence
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
  }
  interface FastifyContextConfig {
    operationId?: string
    can?: Can
  }
}

export function register(http: FastifyInstance, kit: Kit, resources: readonly Resource[]): void {
  for (const { operations } of resources) for (const line of operations) registerOperation(http, kit, line)
}

function registerOperation(
  http: FastifyInstance,
  kit: Kit,
  { id, operation, handle }: Resource['operations'][number],
): void {
  const { verb, path } = verbAndPath(operation)
  const check = compileRequest(operation)
  const perform = performing(kit, operation, handle, compileAnswer(operation))
  const answer = verb === 'get' ? perform.read : perform.write
  http.route({
    method: verb.toUpperCase(),
    url: `/v1${path}`,
    config: { operationId: id, can: operation.can },
    async handler(request, reply) {
      check(request as unknown as Incoming)
      send(reply, await answer(request))
      return reply
    },
  })
}

function send(reply: FastifyReply, { status, location, body }: Answer): void {
  reply.code(status)
  if (location) reply.header('location', location)
  if (body !== null) reply.header('content-type', 'application/json; charset=utf-8')
  reply.send(body ?? undefined)
}

type Handle = Resource['operations'][number]['handle']

function performing(kit: Kit, operation: Operation, handle: Handle, answering: Answering) {
  const can = operation.can === 'public' || operation.can === 'user' ? undefined : operation.can
  const forWrite = 'event' in operation
  const perform = async (db: Db, request: FastifyRequest): Promise<Answer> => {
    const { caller } = request
    const params = request.params as Record<string, string>
    const naming = { params, can, forWrite, withDeleted: operation.withDeleted === true }
    const objects = caller ? await loadNamed(db, caller, naming) : {}
    if (caller) kit.presence.seen(caller, objects)
    const notes: Notes = {}
    const result = await handle(contextOf(db, kit, request, objects, notes))
    if (forWrite) await recordEvent(db, operation.event, { request, can, objects, notes, result })
    return answering(result, kit.urls, pathOf(request))
  }
  return {
    read: (request: FastifyRequest) => perform(kit.database.read, request),
    write: (request: FastifyRequest) =>
      kit.database.write((db) => {
        const keyed = keyOf(request)
        return keyed && request.caller
          ? once(db, request.caller, keyed, () => perform(db, request))
          : perform(db, request)
      }),
  }
}

interface Notes {
  target?: { kind: string; id: string }
  data?: Record<string, unknown>
}

function contextOf(db: Db, kit: Kit, request: FastifyRequest, objects: Partial<Objects>, notes: Notes) {
  const { caller, params, query, body } = request
  const note = (about: Notes) => void Object.assign(notes, about)
  const page = toPage(query as { page?: string; limit?: number })
  return { db, caller, params, query, body, page, urls: kit.urls, note, ...objects } as unknown as ContextOf<Operation>
}

const pathOf = (request: FastifyRequest) => request.url.split('?')[0]!.replace(/\/$/, '')

function keyOf(request: FastifyRequest): { key: string; request: string } | undefined {
  const key = request.headers['idempotency-key']
  if (request.method !== 'POST' || key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalid({ path: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' })
  }
  return { key, request: `${request.url}\n${JSON.stringify(request.body ?? null)}` }
}

interface Done {
  request: FastifyRequest
  can: Permission | undefined
  objects: Partial<Objects>
  notes: Notes
  result: unknown
}

async function recordEvent(db: Db, action: EventName, { request, can, objects, notes, result }: Done): Promise<void> {
  const created = result as { object?: string; id?: string } | undefined
  const permitted = can && permittedTarget(can, objects)
  const target = notes.target ?? (created?.object && created.id ? { kind: created.object, id: created.id } : permitted)
  await appendEvent(db, {
    organizationId: organizationOf(objects, target),
    action,
    actorId: request.caller?.user.id ?? null,
    tokenId: request.caller?.tokenId ?? null,
    target: target ?? { kind: 'user', id: request.caller?.user.id ?? '' },
    data: notes.data ?? {},
    requestId: request.id,
  })
}

function permittedTarget(can: Permission, objects: Partial<Objects>): { kind: string; id: string } {
  const kind = can.slice(0, can.indexOf('.')) as keyof Objects
  return { kind, id: objects[kind]!.id }
}

function organizationOf(objects: Partial<Objects>, target: { kind: string; id: string } | undefined): string | null {
  if (objects.organization) return objects.organization.id
  const content = objects.space ?? objects.collection
  if (content) return content.organization_id
  return target?.kind === 'organization' ? target.id : null
}
