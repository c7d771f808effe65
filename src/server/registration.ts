// Gives the framework a route for each operation.
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { AnyCaller } from '../access/caller.ts'
import { clientHas } from '../lib/etags.ts'
import { loadedOnce } from '../lib/later.ts'
import { authenticateAgain, authenticationHook } from './authentication.ts'
import { loadCompilers } from './compilers.ts'
import { sessionCookie } from './cookies.ts'
import type { Dependencies, Perform } from './execution.ts'
import { prepareInput, queryShape } from './input.ts'
import { isKept, type KeptReply } from './kept-replies.ts'
import { type Operation, type Resource, verbAndPath } from './operation.ts'
import { createOwnPages } from './own-pages.ts'
import { notModified, type Reply, statusOf } from './reply.ts'
import { listShape } from './schemas.ts'
import type { LiveReply, Streams } from './streams.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    operationId?: string
  }
  interface FastifyRequest {
    caller: AnyCaller | undefined
    /** The state of the database before anything was read, for replies that may be kept. */
    state: string | undefined
    /** The reply, if it was made before. */
    kept: KeptReply | undefined
  }
}

export interface Registered extends Dependencies {
  streams: Streams
}

export function register(http: FastifyInstance, dependencies: Registered, resources: readonly Resource[]): void {
  const { database, tools } = dependencies
  const sessions = { cookie: sessionCookie(tools.urls), ownPages: createOwnPages(tools.urls.base) }
  const means = { database, tokens: tools, sessions }
  const again = authenticateAgain(means)
  http.decorateRequest('caller', undefined)
  http.decorateRequest('state', undefined)
  http.decorateRequest('kept', undefined)
  for (const { operations, load } of resources)
    for (const { id, operation } of operations) {
      const authenticate = authenticationHook(means, operation)
      const recall = isKept(operation) ? recallHook(dependencies) : undefined
      const perform = loadedOnce(() => compile(dependencies, { id, operation }, load))
      http.route({
        ...placeOf(operation),
        // GET operations name both methods: a second route for each would be a part of every start.
        exposeHeadRoute: false,
        ...('bodyLimit' in operation && { bodyLimit: operation.bodyLimit }),
        config: { operationId: id },
        schema: schemaOf(operation),
        onRequest: [loadCompilers, recall, authenticate].filter((hook) => hook !== undefined),
        preValidation: [nameRest(operation), prepareInput].filter((hook) => hook !== undefined),
        handler: sender(dependencies, operation, perform, again),
      } as RouteOptions)
    }
}

/** `:name*` at the end of a path matches the rest, which the framework calls `*`. */
const REST = /:(\w+)\*$/

function placeOf(operation: Operation): { method: string | string[]; url: string } {
  const { verb, path } = verbAndPath(operation)
  return { method: verb === 'get' ? ['GET', 'HEAD'] : verb.toUpperCase(), url: `/v1${path.replace(REST, '*')}` }
}

type Hook = (request: FastifyRequest, reply: FastifyReply, done: () => void) => void

function nameRest(operation: Operation): Hook | undefined {
  const name = REST.exec(verbAndPath(operation).path)?.[1]
  if (name === undefined) return undefined
  return (request, _reply, done) => {
    const { '*': rest, ...params } = request.params as Record<string, string>
    request.params = { ...params, [name]: rest }
    done()
  }
}

function schemaOf(operation: Operation) {
  const shape = operation.list ? listShape(operation.list) : operation.reply
  const body = 'body' in operation ? operation.body : undefined
  return {
    querystring: queryShape(operation),
    ...(body && { body }),
    ...(shape && { response: { [statusOf(operation)]: shape, 201: shape } }),
  }
}

const recallHook =
  ({ keptReplies, presence }: Registered) =>
  async (request: FastifyRequest): Promise<void> => {
    const answer = await keptReplies.find(request)
    if (!answer) return
    request.caller = answer.caller
    request.kept = answer
    presence.record(answer.caller, answer.visited)
  }

async function compile(
  dependencies: Dependencies,
  line: Resource['operations'][number],
  load: Resource['load'],
): Promise<Perform> {
  const [{ compileOperation }, handlers] = await Promise.all([import('./execution.ts'), load()])
  return compileOperation(dependencies, { ...line, handle: handlers[line.id]! })
}

const sender =
  (
    dependencies: Registered,
    operation: Operation,
    loadPerform: () => Promise<Perform>,
    again: (request: FastifyRequest) => Promise<void>,
  ) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.kept) return send(reply, replyFrom(request.kept, request))
    const perform = await loadPerform()
    if (operation.stream && wantsEvents(request)) return stream(dependencies, perform, again, request, reply)
    return send(reply, await perform(request, reply))
  }

const replyFrom = ({ body, etag }: KeptReply, request: FastifyRequest): Reply =>
  etag !== undefined && clientHas(request, etag) ? notModified(etag) : { status: 200, location: null, body, etag }

function send(reply: FastifyReply, { status, location, body, etag, cacheControl }: Reply): FastifyReply {
  reply.code(status)
  if (etag) reply.header('etag', etag)
  if (cacheControl) reply.header('cache-control', cacheControl)
  if (location) reply.header('location', location)
  if (body !== null) reply.header('content-type', 'application/json; charset=utf-8')
  return reply.send(body ?? undefined)
}

const wantsEvents = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/event-stream') ?? false

/** Browsers and libraries say in a header where their last connection ended. */
function resume({ headers, query }: FastifyRequest): void {
  const last = headers['last-event-id']
  if (typeof last === 'string' && last !== '') Object.assign(query as object, { after: last })
}

async function stream(
  { streams }: Registered,
  perform: Perform,
  again: (request: FastifyRequest) => Promise<void>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  resume(request)
  await streams.open(request, reply, async (request) => {
    await again(request)
    return JSON.parse(String((await perform(request, reply)).body)) as LiveReply
  })
}
