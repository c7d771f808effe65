// Executes operations: loads and authorizes path objects, runs the handler in one transaction with its event, and
// serializes the reply.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { admit } from '../access/admission.ts'
import { type Caller, isVisitor } from '../access/caller.ts'
import { compilePathLoader, organizationOf, permittedTarget, spaceAndSiteOf } from '../access/loading/path-objects.ts'
import type { Objects, Permission } from '../access/permissions.ts'
import type { Database } from '../db/database.ts'
import type { Page } from '../db/keyset.ts'
import type { Db } from '../db/tables.ts'
import { invalid } from '../errors.ts'
import { appendEvent, type EventName } from '../events/events.ts'
import { clientHas } from '../lib/etags.ts'
import { VERSION } from '../lib/version.ts'
import { bearerOf } from './bearer.ts'
import { findStoredReply, type IdempotentRequest, runOnce } from './idempotency.ts'
import { isKept, type KeptReplies } from './kept-replies.ts'
import {
  type AnyHandlers,
  type ContextOf,
  type ExternalTools,
  type Handler,
  type ListOf,
  type Operation,
  type Prepared,
  paramsOf,
  RawJson,
  type Resource,
  type Settlement,
  type Tools,
  verbAndPath,
  type WriteOutcome,
} from './operation.ts'
import { toList, toPage } from './paging.ts'
import { locationOf, notModified, type Reply, statusOf } from './reply.ts'

export interface Dependencies {
  database: Database
  tools: Tools & ExternalTools
  /** Records who uses the API. */
  presence: { record(caller: Caller, organization: string | undefined): void }
  keptReplies: KeptReplies
}

/** An operation, and what it does. */
type Line = Resource['operations'][number] & { handle: AnyHandlers[string] }

export type Perform = (request: FastifyRequest, reply: FastifyReply) => Promise<Reply>

export function compileOperation(dependencies: Dependencies, line: Line): Perform {
  const { operation, handle } = line
  const { database } = dependencies
  const perform = compileHandling(dependencies, line)
  if (!('event' in operation))
    return (request, reply) => perform(database.read, request, reply, handle as Handler<Operation>)
  const load = compileLoad(line)
  const prepare = async (request: FastifyRequest, { prepare }: Prepared<Operation>, settlement: Settlement) => {
    const objects = await load(database.read, request, false)
    const context = contextOf(dependencies.tools, database.read, request, { objects, outcome: {} })
    return prepare(Object.assign(context as ContextOf<Operation> & ExternalTools, settlement))
  }
  return async (request, reply) => {
    const user = request.caller && !isVisitor(request.caller) ? request.caller : undefined
    const keyed = user && keyOf(request)
    const direct = typeof handle === 'function' ? handle : handle.unprepared?.(request.body as never)
    const first = !direct && keyed && (await findStoredReply(database.read, user, keyed))
    if (first) return first
    const listeners: SettlementListener[] = []
    const settlement = { onSettled: (listener: SettlementListener) => listeners.push(listener) }
    const handler = direct ?? (await prepare(request, handle as Prepared<Operation>, settlement))
    const write = (db: Db) =>
      keyed
        ? runOnce(db, user, keyed, () => perform(db, request, reply, handler))
        : perform(db, request, reply, handler)
    return settle(listeners, () => database.write(write))
  }
}

type PerformIn = (db: Db, request: FastifyRequest, reply: FastifyReply, handler: Handler<Operation>) => Promise<Reply>

/** Everything that happens to a request within one transaction, or outside any for a read. */
function compileHandling({ tools: all, presence, keptReplies }: Dependencies, line: Line): PerformIn {
  const { id, operation } = line
  const forWrite = 'event' in operation
  const tools = forWrite ? withoutExternalTools(all) : all
  const load = compileLoad(line)
  const repeats = isKept(operation)
  const repeat = (request: FastifyRequest, answer: Reply, organization: string | undefined): Reply => {
    if (repeats) keptReplies.keep(request, answer, organization)
    return answer.etag && clientHas(request, answer.etag) ? notModified(answer.etag) : answer
  }
  return async (db, request, reply, handler) => {
    const { caller } = request
    const objects = await load(db, request, forWrite)
    const organization = organizationOf(objects)
    if (caller && !isVisitor(caller)) presence.record(caller, organization)
    const etag = operation.etag && (await etagOf(operation, objects, request, db))
    const known = etag && repeats ? keptReplies.findByEtag(request.url, etag) : undefined
    if (known) return repeat(request, { status: 200, location: null, body: known.body, etag }, organization)
    const outcome: WriteOutcome = {}
    const page = operation.list && pageOf(id, operation, request)
    const result = await handler(contextOf(tools, db, request, { objects, outcome, page }))
    if (forWrite && outcome.changed !== false)
      await appendOperationEvent(db, line, { request, objects, outcome, result })
    const made = serialize(line, result, { urls: all.urls, request, reply, isCreated: outcome.created === true })
    return repeat(request, { ...made, etag }, organization)
  }
}

async function etagOf({ etag }: Operation, objects: Partial<Objects>, request: FastifyRequest, db: Db) {
  const { caller, query, params } = request
  const state = await etag!(objects, query as Record<string, unknown>, params as Record<string, string>, db)
  if (!state) return undefined
  // What a visitor sees also depends on their claims. The version stands for everything else that the bytes depend on.
  return `"${caller && isVisitor(caller) ? `${state}.${caller.tokenId}` : state}.${VERSION}"`
}

interface Serializing {
  urls: Tools['urls']
  request: FastifyRequest
  reply: FastifyReply
  /** True if an upsert created the object. */
  isCreated: boolean
}

/** This runs inside the transaction, so that an idempotent retry gets exactly the same bytes. */
function serialize({ id, operation }: Line, result: unknown, { urls, request, reply, isCreated }: Serializing): Reply {
  const status = isCreated ? 201 : statusOf(operation)
  if (!operation.list && !operation.reply) return { status, location: null, body: null }
  const location = status === 201 ? locationOf(result, urls, request.url) : null
  if (result instanceof RawJson) return { status, location, body: result.text, cacheControl: result.cacheControl }
  const value = (operation.list ? toList(id, result as ListOf<unknown>) : result) as Record<string, unknown>
  return { status, location, body: reply.serializeInput(value, String(status)) as string }
}

type SettlementListener = Parameters<Settlement['onSettled']>[0]

async function settle<T>(listeners: readonly SettlementListener[], work: () => Promise<T>): Promise<T> {
  try {
    const result = await work()
    for (const listener of listeners) listener()
    return result
  } catch (error) {
    for (const listener of listeners) listener(error)
    throw error
  }
}

type Load = (db: Db, request: FastifyRequest, forWrite: boolean) => Promise<Partial<Objects>>

const permissionOf = ({ can }: Operation): Permission | undefined =>
  can === 'public' || can === 'user' ? undefined : can

/** Checks that the caller may use the operation at all, then loads its path objects. */
function compileLoad({ id, operation }: Line): Load {
  const can = permissionOf(operation)
  const { bound, sensitive, inConsole } = operation
  const asked = { id, byTokenAlone: !can, bound, sensitive, inConsole }
  const names = paramsOf(verbAndPath(operation).path)
  const loadNamed = can && compilePathLoader({ names, can, withDeleted: operation.withDeleted === true })
  return async (db, { caller, params, query }, forWrite) => {
    if (caller && !isVisitor(caller)) admit(caller, asked)
    if (!caller || !loadNamed) return {}
    const { revision } = query as { revision?: string }
    return loadNamed(db, caller, { params: params as Record<string, string>, revision, forWrite })
  }
}

const pageOf = (id: string, { pageSize }: Operation, { query }: FastifyRequest): Page =>
  toPage(id, query as { page?: string; limit?: number }, pageSize)

function withoutExternalTools({ fetcher, git, runtime, ...tools }: Tools & ExternalTools): Tools {
  return tools
}

interface Handled {
  objects: Partial<Objects>
  outcome: WriteOutcome
  page?: Page | undefined
}

function contextOf(tools: Tools, db: Db, request: FastifyRequest, { objects, outcome, page }: Handled) {
  const { caller, params, query, body } = request
  const report = (about: WriteOutcome) => void Object.assign(outcome, about)
  return { ...tools, db, caller, params, query, body, page, report, ...objects } as unknown as ContextOf<Operation>
}

function keyOf(request: FastifyRequest): IdempotentRequest | undefined {
  const key = request.headers['idempotency-key']
  if (request.method !== 'POST' || key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalid({ path: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' })
  }
  const { caller } = request
  const token = (caller && !isVisitor(caller) && caller.idempotencySecret) || (bearerOf(request) ?? '')
  return { key, request: `${request.url}\n${JSON.stringify(request.body ?? null)}`, token }
}

interface CompletedWrite {
  request: FastifyRequest
  objects: Partial<Objects>
  outcome: WriteOutcome
  result: unknown
}

async function appendOperationEvent(
  db: Db,
  { operation }: Line,
  { request, objects, outcome, result }: CompletedWrite,
): Promise<void> {
  const { event, orCreates } = operation as { event: EventName; orCreates?: EventName }
  const can = permissionOf(operation)
  const created = result as { object?: string; id?: string } | undefined
  const permitted = can && permittedTarget(can, objects)
  const target =
    outcome.target ?? (created?.object && created.id ? { kind: created.object, id: created.id } : permitted)
  const { caller } = request
  const user = caller && !isVisitor(caller) ? caller : undefined
  await appendEvent(db, {
    organizationId: outcome.organizationId ?? organizationOf(objects, target) ?? null,
    action: (outcome.created && orCreates) || event,
    actorId: user?.user.id ?? null,
    tokenId: user?.tokenId ?? null,
    target: target ?? { kind: 'user', id: user?.user.id ?? '' },
    data: outcome.data ?? {},
    ...spaceAndSiteOf(objects),
    requestId: request.id,
  })
}
