// Executes operations: loads and authorizes path objects, runs the handler in one transaction with its event, and
// serializes the reply.
import type { FastifyRequest } from 'fastify'
import { admit } from '../access/admission.ts'
import { isVisitor } from '../access/caller.ts'
import { compilePathLoader, organizationOf, permittedTarget, spaceAndSiteOf } from '../access/loading/path-objects.ts'
import type { Objects, Permission } from '../access/permissions.ts'
import type { Database } from '../db/database.ts'
import type { Page } from '../db/keyset.ts'
import type { Db } from '../db/tables.ts'
import { invalid } from '../errors.ts'
import { appendEvent, type EventName } from '../events/events.ts'
import { clientHas } from '../lib/etags.ts'
import type { MaybePromise } from '../lib/maybe-promise.ts'
import { bearerOf } from './bearer.ts'
import { findStoredReply, type IdempotentRequest, runOnce } from './idempotency.ts'
import type {
  ContextOf,
  ExternalTools,
  Handler,
  Operation,
  Prepared,
  Resource,
  Settlement,
  Tools,
  WriteOutcome,
} from './operation.ts'
import { paramsOf, verbAndPath } from './operation.ts'
import { toPage } from './paging.ts'
import { type Asked, compileRecall, type Memory, notModified } from './recall.ts'
import { compileReply, type Reply } from './reply.ts'
import type { Streams } from './streams.ts'
import type { WarmReplies } from './warm-replies.ts'

export interface Dependencies extends Memory {
  database: Database
  tools: Tools & ExternalTools
  warmReplies: Pick<WarmReplies, 'keep'>
  streams: Streams
}

export type Perform = (request: FastifyRequest) => Promise<Reply>

export function compileOperation(dependencies: Dependencies, line: Resource['operations'][number]): Perform {
  const { id, operation, handle } = line
  const can = operation.can === 'public' || operation.can === 'user' ? undefined : operation.can
  const forWrite = 'event' in operation
  const tools = forWrite ? withoutExternalTools(dependencies.tools) : dependencies.tools
  const load = compileLoad(line, can)
  const page = compilePage(id, operation)
  const serialize = compileReply(id, operation)
  const prepare = async (request: FastifyRequest, { prepare }: Prepared<Operation>, settlement: Settlement) => {
    const { read } = dependencies.database
    const objects = await load(read, request, false)
    const context = contextOf(read, dependencies.tools, request, undefined, objects, {})
    return prepare(Object.assign(context as ContextOf<Operation> & ExternalTools, settlement))
  }
  const recall = compileRecall(dependencies, operation, (db, asked) => load(db, asked, forWrite))
  const perform = async (db: Db, request: FastifyRequest, handler: Handler<Operation>): Promise<Reply> => {
    const { objects, etag, content, isCurrent, body, repeatable, keep } = await recall(db, request)
    if (isCurrent && clientHas(request, etag!)) return notModified(etag!)
    if (body !== undefined) return { status: 200, location: null, body, etag, repeatable }
    const outcome: WriteOutcome = {}
    const asked = content && new Set<string>()
    const result = await handler(contextOf(db, tools, request, page(request), objects, outcome, asked))
    if (forWrite && outcome.changed !== false)
      await appendOperationEvent(db, (outcome.created && operation.orCreates) || operation.event, {
        request,
        can,
        objects,
        outcome,
        result,
      })
    const reply = serialize(result, {
      urls: dependencies.tools.urls,
      url: request.url,
      created: outcome.created === true,
    })
    keep(reply.body, asked)
    if (etag && clientHas(request, etag)) return notModified(etag)
    reply.etag = etag
    reply.repeatable = repeatable
    return reply
  }
  if (!forWrite)
    return (request) => perform(request.reader ?? dependencies.database.read, request, handle as Handler<Operation>)
  return async (request) => {
    const user = request.caller && !isVisitor(request.caller) ? request.caller : undefined
    const keyed = user && keyOf(request)
    const direct = typeof handle === 'function' ? handle : handle.unprepared?.(request.body as never)
    const first = !direct && keyed && (await findStoredReply(dependencies.database.read, user, keyed))
    if (first) return first
    const listeners: SettlementListener[] = []
    const settlement = { onSettled: (listener: SettlementListener) => listeners.push(listener) }
    const handler = direct ?? (await prepare(request, handle as Prepared<Operation>, settlement))
    const write = (db: Db) =>
      keyed ? runOnce(db, user, keyed, () => perform(db, request, handler)) : perform(db, request, handler)
    return settle(listeners, () => dependencies.database.write(write))
  }
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

type Load = (db: Db, asked: Asked, forWrite: boolean) => Promise<Partial<Objects>>

/** Checks that the caller may use the operation at all, then loads its path objects. */
function compileLoad({ id, operation }: Resource['operations'][number], can: Permission | undefined): Load {
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

type Paging = (request: FastifyRequest) => Page | undefined

const compilePage = (id: string, { list, pageSize }: Operation): Paging =>
  list ? ({ query }) => toPage(id, query as { page?: string; limit?: number }, pageSize) : () => undefined

function withoutExternalTools({ fetcher, git, runtime, ...tools }: Tools & ExternalTools): Tools {
  return tools
}

function contextOf(
  db: Db,
  tools: Tools & Partial<ExternalTools>,
  { caller, params, query, body }: FastifyRequest,
  page: Page | undefined,
  objects: Partial<Objects>,
  outcome: WriteOutcome,
  asked?: Set<string>,
) {
  const { urls, files, vault, integrationTokens, gitAddresses, siteTokens, postResponse, settings, operator } = tools
  const report = (about: WriteOutcome) => void Object.assign(outcome, about)
  // Listed explicitly: a spread takes many times as long, and this runs for every request.
  const context: Record<string, unknown> & Tools = {
    db,
    caller,
    params,
    query,
    body,
    page,
    report,
    asked,
    urls,
    files,
    vault,
    integrationTokens,
    gitAddresses,
    siteTokens,
    postResponse,
    settings,
    operator,
    fetcher: tools.fetcher,
    git: tools.git,
    runtime: tools.runtime,
  }
  for (const kind in objects) context[kind] = objects[kind as keyof Objects]
  return context as unknown as ContextOf<Operation>
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
  can: Permission | undefined
  objects: Partial<Objects>
  outcome: WriteOutcome
  result: unknown
}

function appendOperationEvent(
  db: Db,
  action: EventName,
  { request, can, objects, outcome, result }: CompletedWrite,
): MaybePromise<void> {
  const created = result as { object?: string; id?: string } | undefined
  const permitted = can && permittedTarget(can, objects)
  const target =
    outcome.target ?? (created?.object && created.id ? { kind: created.object, id: created.id } : permitted)
  const { caller } = request
  const user = caller && !isVisitor(caller) ? caller : undefined
  return appendEvent(db, {
    organizationId: outcome.organizationId ?? organizationOf(objects, target) ?? null,
    action,
    actorId: user?.user.id ?? null,
    tokenId: user?.tokenId ?? null,
    target: target ?? { kind: 'user', id: user?.user.id ?? '' },
    data: outcome.data ?? {},
    ...spaceAndSiteOf(objects),
    requestId: request.id,
  })
}
