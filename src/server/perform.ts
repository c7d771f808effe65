// Performs an operation: loaded and permitted objects, one transaction with its event, serialized answer.
import type { FastifyRequest } from 'fastify'
import { admit } from '../access/admission.ts'
import { isVisitor } from '../access/caller.ts'
import { compileLoading, organizationOf, permittedTarget, placeOf } from '../access/named.ts'
import type { Objects, Permission } from '../access/vocabulary.ts'
import type { Database } from '../db/database.ts'
import { appendEvent, type EventName } from '../db/events.ts'
import type { Page } from '../db/keyset.ts'
import type { Db } from '../db/tables.ts'
import { invalid } from '../errors.ts'
import type { Sooner } from '../lib/sooner.ts'
import { VERSION } from '../lib/version.ts'
import { type Answer, compileAnswer } from './answer.ts'
import { bearerOf } from './bearer.ts'
import { doOnce, findFirstAnswer, type Keyed } from './idempotency.ts'
import type { KeptAnswers } from './kept-answers.ts'
import type { ContextOf, Handler, Notes, Operation, Prepared, Resource, Tools } from './operation.ts'
import { paramsOf, verbAndPath } from './operation.ts'
import { toPage } from './paging.ts'
import type { Presence } from './presence.ts'

export interface Kit {
  database: Database
  tools: Tools
  presence: Presence
  kept: KeptAnswers
}

type Perform = (request: FastifyRequest) => Promise<Answer>

export function performing(kit: Kit, line: Resource['operations'][number]): Perform {
  const { id, operation, handle } = line
  const can = operation.can === 'public' || operation.can === 'user' ? undefined : operation.can
  const forWrite = 'event' in operation
  const load = loading(line, can)
  const page = compilePage(id, operation)
  const answering = compileAnswer(id, operation)
  const prepare = async (request: FastifyRequest, { prepare }: Prepared<Operation>): Promise<Handler<Operation>> => {
    const { read } = kit.database
    return prepare(contextOf(read, kit.tools, request, undefined, await load(read, request, false), {}))
  }
  const perform = async (db: Db, request: FastifyRequest, handler: Handler<Operation>): Promise<Answer> => {
    const { caller } = request
    const objects = await load(db, request, forWrite)
    if (caller && !isVisitor(caller)) kit.presence.seen(caller, objects)
    const etag = operation.etag && etagOf(operation, objects, request)
    const kept = etag && kit.kept.find(request.url, etag)
    if (kept && isKnown(request, etag)) return notModified(etag)
    if (kept && kept.body !== undefined) return { status: 200, location: null, body: kept.body, etag }
    const notes: Notes = {}
    const result = await handler(contextOf(db, kit.tools, request, page(request), objects, notes))
    if (forWrite && notes.changed !== false)
      await recordEvent(db, (notes.created && operation.orCreates) || operation.event, {
        request,
        can,
        objects,
        notes,
        result,
      })
    const answer = answering(result, { urls: kit.tools.urls, url: request.url, created: notes.created === true })
    if (!etag) return answer
    kit.kept.keep(request.url, etag, operation.kept && !(caller && isVisitor(caller)) ? answer.body! : undefined)
    return isKnown(request, etag) ? notModified(etag) : { ...answer, etag }
  }
  if (!forWrite) return (request) => perform(kit.database.read, request, handle as Handler<Operation>)
  return async (request) => {
    const user = request.caller && !isVisitor(request.caller) ? request.caller : undefined
    const keyed = user && keyOf(request)
    const isPrepared = typeof handle !== 'function'
    const first = isPrepared && keyed && (await findFirstAnswer(kit.database.read, user, keyed))
    if (first) return first
    const handler = isPrepared ? await prepare(request, handle) : handle
    return kit.database.write((db) =>
      keyed ? doOnce(db, user, keyed, () => perform(db, request, handler)) : perform(db, request, handler),
    )
  }
}

type Load = (db: Db, request: FastifyRequest, forWrite: boolean) => Promise<Partial<Objects>>

/** Whoever may ask for the operation at all gets the objects that its path names. */
function loading({ id, operation }: Resource['operations'][number], can: Permission | undefined): Load {
  const asked = { id, byTokenAlone: !can, bound: operation.bound }
  const names = paramsOf(verbAndPath(operation).path)
  const loadNamed = can && compileLoading({ names, can, withDeleted: operation.withDeleted === true })
  return async (db, { caller, params, query }, forWrite) => {
    if (caller && !isVisitor(caller)) admit(caller, asked)
    if (!caller || !loadNamed) return {}
    const { revision } = query as { revision?: string }
    return loadNamed(db, caller, { params: params as Record<string, string>, revision, forWrite })
  }
}

type Paging = (request: FastifyRequest) => Page | undefined

const compilePage = (id: string, { list }: Operation): Paging =>
  list ? ({ query }) => toPage(id, query as { page?: string; limit?: number }) : () => undefined

function etagOf({ etag }: Operation, objects: Partial<Objects>, { caller, query, params }: FastifyRequest) {
  const state = etag!(objects, query as Record<string, unknown>, params as Record<string, string>)
  // What a visitor gets also depends on what the site knows about them.
  return state && quoted(caller && isVisitor(caller) ? `${state}.${caller.tokenId}` : state)
}

// The version stands in for everything else the bytes depend on.
const quoted = (state: string) => `"${state}.${VERSION}"`

const notModified = (etag: string): Answer => ({ status: 304, location: null, body: null, etag })

const isKnown = ({ headers }: FastifyRequest, etag: string) =>
  headers['if-none-match']?.split(',').some((known) => known.trim().replace(/^W\//, '') === etag) ?? false

function contextOf(
  db: Db,
  tools: Tools,
  { caller, params, query, body }: FastifyRequest,
  page: Page | undefined,
  objects: Partial<Objects>,
  notes: Notes,
) {
  const { urls, files, vault, integrationTokens, git, fetcher, siteTokens, runtime, afterwards } = tools
  const note = (about: Notes) => void Object.assign(notes, about)
  // Written out: spreading takes many times as long, and this is done for every request.
  const context: Record<string, unknown> & Tools = {
    db,
    caller,
    params,
    query,
    body,
    page,
    note,
    urls,
    files,
    vault,
    integrationTokens,
    git,
    fetcher,
    siteTokens,
    runtime,
    afterwards,
  }
  for (const kind in objects) context[kind] = objects[kind as keyof Objects]
  return context as unknown as ContextOf<Operation>
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

function recordEvent(db: Db, action: EventName, { request, can, objects, notes, result }: Done): Sooner<void> {
  const created = result as { object?: string; id?: string } | undefined
  const permitted = can && permittedTarget(can, objects)
  const target = notes.target ?? (created?.object && created.id ? { kind: created.object, id: created.id } : permitted)
  const { caller } = request
  const user = caller && !isVisitor(caller) ? caller : undefined
  return appendEvent(db, {
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
