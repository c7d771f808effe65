// Turns one line of an operation table into a route: checked request, known caller, loaded and permitted objects, one
// transaction with its event, serialized answer.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { admit } from '../access/admission.ts'
import { isVisitor, type Reader } from '../access/caller.ts'
import type { IntegrationTokens } from '../access/integration-tokens.ts'
import { loadNamed, organizationOf, permittedTarget, placeOf } from '../access/named.ts'
import type { SiteTokens } from '../access/site-tokens.ts'
import type { Objects, Permission } from '../access/vocabulary.ts'
import type { Database } from '../db/database.ts'
import { appendEvent, type EventName } from '../db/events.ts'
import type { Page } from '../db/keyset.ts'
import type { Db } from '../db/tables.ts'
import { invalid } from '../errors.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import type { Files } from '../files/files.ts'
import type { Git } from '../git/git.ts'
import type { Vault } from '../lib/sealing.ts'
import { VERSION } from '../lib/version.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Afterwards } from './afterwards.ts'
import { type Answer, type Answering, compileAnswer } from './answer.ts'
import { bearerOf } from './bearer.ts'
import { doOnce, findFirstAnswer, type Keyed } from './idempotency.ts'
import type { KeptAnswers } from './kept-answers.ts'
import type { Can, ContextOf, Handler, Notes, Operation, Prepared, Resource } from './operation.ts'
import { verbAndPath } from './operation.ts'
import { toPage } from './paging.ts'
import type { Presence } from './presence.ts'
import type { Urls } from './urls.ts'
import { compileRequest, type Incoming } from './validation.ts'

export interface Kit {
  database: Database
  urls: Urls
  files: Files
  vault: Vault
  integrationTokens: IntegrationTokens
  git: Git
  fetcher: Fetcher
  siteTokens: SiteTokens
  runtime: Runtime
  afterwards: Afterwards
  presence: Presence
  kept: KeptAnswers
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Reader | undefined
  }
  interface FastifyContextConfig {
    operationId?: string
    can?: Can
    visitors?: boolean
  }
}

export function register(http: FastifyInstance, kit: Kit, resources: readonly Resource[]): void {
  for (const { operations } of resources) for (const line of operations) registerOperation(http, kit, line)
}

function registerOperation(http: FastifyInstance, kit: Kit, { id, operation, handle }: OperationLine): void {
  const { verb, path } = verbAndPath(operation)
  const rest = REST.exec(path)?.[1]
  const compiled = once(() => {
    const line = { id, operation, handle }
    const perform = performing(kit, line, compileAnswer(id, operation), compilePage(id, operation))
    return { check: compileRequest(operation), answer: 'event' in operation ? perform.write : perform.read }
  })
  http.route({
    method: verb.toUpperCase(),
    url: `/v1${path.replace(REST, '*')}`,
    config: { operationId: id, can: operation.can, visitors: operation.visitors === true },
    async handler(request, reply) {
      if (rest) nameRest(request, rest)
      const { check, answer } = compiled()
      check(request as unknown as Incoming)
      send(reply, await answer(request))
      return reply
    },
  })
}

/** Shapes are compiled when an operation is first called: most starts need few of them, and none need them at once. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

const REST = /:(\w+)\*$/

function nameRest(request: FastifyRequest, name: string): void {
  const params = request.params as Record<string, string>
  params[name] = params['*']!
}

function send(reply: FastifyReply, { status, location, body, etag, cacheControl }: Answer): void {
  reply.code(status)
  if (etag) reply.header('etag', etag)
  if (cacheControl) reply.header('cache-control', cacheControl)
  if (location) reply.header('location', location)
  if (body !== null) reply.header('content-type', 'application/json; charset=utf-8')
  reply.send(body ?? undefined)
}

type OperationLine = Resource['operations'][number]

type Paging = (request: FastifyRequest) => Page | undefined

const compilePage = (id: string, { list }: Operation): Paging =>
  list ? ({ query }) => toPage(id, query as { page?: string; limit?: number }) : () => undefined

function performing(kit: Kit, { id, operation, handle }: OperationLine, answering: Answering, paging: Paging) {
  const can = operation.can === 'public' || operation.can === 'user' ? undefined : operation.can
  const forWrite = 'event' in operation
  const load = async (db: Db, { caller, params, query }: FastifyRequest, lock: boolean): Promise<Partial<Objects>> => {
    if (caller && !isVisitor(caller)) admit(caller, { id, byTokenAlone: !can, bound: operation.bound })
    const { revision } = query as { revision?: string }
    const naming = { params: params as Record<string, string>, revision, can, forWrite: lock }
    return caller && can ? loadNamed(db, caller, { ...naming, withDeleted: operation.withDeleted === true }) : {}
  }
  const prepare = async (request: FastifyRequest, { prepare }: Prepared<Operation>): Promise<Handler<Operation>> => {
    const { read } = kit.database
    return prepare(contextOf(read, kit, request, undefined, await load(read, request, false), {}))
  }
  const perform = async (db: Db, request: FastifyRequest, handler: Handler<Operation>): Promise<Answer> => {
    const { caller } = request
    const params = request.params as Record<string, string>
    const objects = await load(db, request, forWrite)
    if (caller && !isVisitor(caller)) kit.presence.seen(caller, objects)
    const state = operation.etag?.(objects, request.query as Record<string, unknown>, params)
    // What a visitor gets also depends on what the site knows about them.
    const etag = state && quoted(caller && isVisitor(caller) ? `${state}.${caller.tokenId}` : state)
    const kept = etag && kit.kept.find(request.url, etag)
    if (kept && isKnown(request, etag)) return notModified(etag)
    if (kept && kept.body !== undefined) return { status: 200, location: null, body: kept.body, etag }
    const notes: Notes = {}
    const result = await handler(contextOf(db, kit, request, paging(request), objects, notes))
    if (forWrite && notes.changed !== false)
      await recordEvent(db, (notes.created && operation.orCreates) || operation.event, {
        request,
        can,
        objects,
        notes,
        result,
      })
    const answer = answering(result, { urls: kit.urls, url: request.url, created: notes.created === true })
    if (!etag) return answer
    kit.kept.keep(request.url, etag, operation.kept && !(caller && isVisitor(caller)) ? answer.body! : undefined)
    return isKnown(request, etag) ? notModified(etag) : { ...answer, etag }
  }
  return {
    read: (request: FastifyRequest) => perform(kit.database.read, request, handle as Handler<Operation>),
    async write(request: FastifyRequest) {
      const user = request.caller && !isVisitor(request.caller) ? request.caller : undefined
      const keyed = user && keyOf(request)
      const isPrepared = typeof handle !== 'function'
      const first = isPrepared && keyed && (await findFirstAnswer(kit.database.read, user, keyed))
      if (first) return first
      const handler = isPrepared ? await prepare(request, handle) : handle
      return kit.database.write((db) =>
        keyed ? doOnce(db, user, keyed, () => perform(db, request, handler)) : perform(db, request, handler),
      )
    },
  }
}

// The version stands in for everything else the bytes depend on.
const quoted = (state: string) => `"${state}.${VERSION}"`

const notModified = (etag: string): Answer => ({ status: 304, location: null, body: null, etag })

const isKnown = ({ headers }: FastifyRequest, etag: string) =>
  headers['if-none-match']?.split(',').some((known) => known.trim().replace(/^W\//, '') === etag) ?? false

function contextOf(
  db: Db,
  kit: Kit,
  request: FastifyRequest,
  page: Page | undefined,
  objects: Partial<Objects>,
  notes: Notes,
) {
  const { caller, params, query, body } = request
  const { urls, files, vault, integrationTokens, git, fetcher, siteTokens, runtime, afterwards } = kit
  const note = (about: Notes) => void Object.assign(notes, about)
  return {
    db,
    caller,
    params,
    query,
    body,
    page,
    urls,
    files,
    vault,
    integrationTokens,
    git,
    fetcher,
    siteTokens,
    runtime,
    afterwards,
    note,
    ...objects,
  } as unknown as ContextOf<Operation>
}

function keyOf(request: FastifyRequest): Keyed | undefined {
  const key = request.headers['idempotency-key']
  if (request.method !== 'POST' || key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalid({ path: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' })
  }
  const { caller } = request
  const token = (caller && !isVisitor(caller) && caller.answersSealedWith) || (bearerOf(request) ?? '')
  return { key, request: `${request.url}\n${JSON.stringify(request.body ?? null)}`, token }
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
  const { caller } = request
  const user = caller && !isVisitor(caller) ? caller : undefined
  await appendEvent(db, {
    organizationId: notes.organizationId ?? organizationOf(objects, target) ?? null,
    action,
    actorId: user?.user.id ?? null,
    tokenId: user?.tokenId ?? null,
    target: target ?? { kind: 'user', id: user?.user.id ?? '' },
    data: notes.data ?? {},
    ...placeOf(objects),
    requestId: request.id,
  })
}
