// Serves the operations: finds the one that a request names, authenticates the caller, validates the request, executes the
// operation. All are loaded with the first request to the API, and each is compiled with its first call.
import { Transform } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify'
import { problem } from '../errors.ts'
import { loadedOnce } from '../lib/later.ts'
import { authenticateAgain, authenticationHook } from './authentication.ts'
import { sessionCookie } from './cookies.ts'
import type { Dependencies, Perform } from './execution.ts'
import { MAX_PARAM_LENGTH } from './http.ts'
import type { Resource } from './operation.ts'
import { verbAndPath } from './operation.ts'
import { createOwnPages } from './own-pages.ts'
import { RouteTree } from './route-tree.ts'
import type { LiveReply, Look } from './streams.ts'
import type { IncomingRequest } from './validation.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    operationId?: string
    /** The methods that something at this path accepts, for routes that serve many paths. */
    methodsAt?: (path: string) => string[]
  }
  interface FastifyRequest {
    /** Set once the operation that the request names is found. */
    operationId: string | undefined
    line: Line | undefined
  }
}

interface Compiled {
  check: (request: IncomingRequest) => void
  perform: Perform
}

type Line = Resource['operations'][number] & {
  authenticate: ReturnType<typeof authenticationHook>
  compiled: Compiled | undefined
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Everything that operations need, once it is loaded. */
interface Loaded {
  tree: RouteTree<Line>
  compile: (line: Line) => Compiled
}

export function register(
  http: FastifyInstance,
  dependencies: Dependencies,
  load: () => Promise<readonly Resource[]>,
): void {
  const { database, tools } = dependencies
  const sessions = { cookie: sessionCookie(tools.urls), ownPages: createOwnPages(tools.urls.base) }
  const means = { database, tokens: tools, sessions }
  const perform = performer(dependencies, authenticateAgain(means))
  const loadApi = loadedOnce(() => loadAll(dependencies, means, load))
  let loaded: Loaded | undefined
  const begin: HookHandler = ({ tree }, request, reply, done) => {
    const match = tree.find(request.method, request.url)
    if (!match) return void reply.callNotFound()
    const { value: line, params } = match
    request.params = params
    request.operationId = line.id
    request.line = line
    if (line.authenticate) line.authenticate(request, reply, done)
    else done()
  }
  const beginFirst = async (request: FastifyRequest, reply: FastifyReply, done: Done) => {
    try {
      loaded = await loadApi()
      begin(loaded, request, reply, done)
    } catch (error) {
      done(error as Error)
    }
  }
  http.decorateRequest('operationId', undefined)
  http.decorateRequest('line', undefined)
  for (const url of ['/v1', '/v1/*'])
    http.route({
      method: METHODS,
      url,
      config: { methodsAt: (path) => loaded?.tree.methodsAt(path) ?? [] },
      onRequest(request, reply, done) {
        if (loaded) begin(loaded, request, reply, done)
        else void beginFirst(request, reply, done)
      },
      preParsing: limitBody,
      handler(request, reply) {
        const line = request.line!
        line.compiled ??= loaded!.compile(line)
        perform(line, line.compiled, request, reply)
      },
    })
}

type Done = (error?: Error) => void
type HookHandler = (loaded: Loaded, request: FastifyRequest, reply: FastifyReply, done: Done) => void

async function loadAll(
  dependencies: Dependencies,
  means: Parameters<typeof authenticationHook>[0],
  load: () => Promise<readonly Resource[]>,
): Promise<Loaded> {
  const [resources, { compileRequest }, { compileOperation }] = await Promise.all([
    load(),
    import('./validation.ts'),
    import('./execution.ts'),
  ])
  const tree = new RouteTree<Line>(MAX_PARAM_LENGTH)
  for (const { operations } of resources)
    for (const line of operations) {
      const { verb, path } = verbAndPath(line.operation)
      const methods = verb === 'get' ? ['GET', 'HEAD'] : [verb.toUpperCase()]
      const authenticate = authenticationHook(means, line.operation)
      tree.add(methods, `/v1${path}`, { ...line, authenticate, compiled: undefined })
    }
  const compile = (line: Line) => ({
    check: compileRequest(line.operation),
    perform: compileOperation(dependencies, line),
  })
  return { tree, compile }
}

/** Some operations have a limit of their own, below that of the framework. */
function limitBody(
  { line, headers }: FastifyRequest,
  _reply: FastifyReply,
  payload: RequestPayload,
  done: (error?: Error | null, payload?: RequestPayload) => void,
): void {
  const limit = line && 'bodyLimit' in line.operation ? line.operation.bodyLimit : undefined
  if (limit === undefined) done(null, payload)
  else if (headers['content-length'] === undefined) done(null, payload.pipe(limited(payload, limit)))
  else done(Number(headers['content-length']) > limit ? problem('bodyTooLarge') : null, payload)
}

function limited(payload: RequestPayload, limit: number): Transform {
  let received = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length
      done(received > limit ? problem('bodyTooLarge') : null, chunk)
    },
  })
  payload.once('error', (error) => counted.destroy(error))
  return counted
}

const performer =
  (dependencies: Dependencies, again: (request: FastifyRequest) => Promise<void>) =>
  ({ id, operation }: Line, { check, perform }: Compiled, request: FastifyRequest, reply: FastifyReply): void => {
    check(request as unknown as IncomingRequest)
    if (operation.stream && wantsEvents(request)) {
      const look: Look = async (request) => {
        await again(request)
        return JSON.parse(String((await perform(request)).body)) as LiveReply
      }
      resume(request)
      dependencies.streams.open(request, reply, id, look).catch((error) => reply.send(error))
      return
    }
    perform(request)
      .then((result) => {
        dependencies.warmReplies.keep(request, id, result)
        reply.sendReply(result, id)
      })
      .catch((error) => reply.send(error))
  }

const wantsEvents = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/event-stream') ?? false

// Browsers and libraries say in a header where their last connection ended.
function resume({ headers, query }: FastifyRequest): void {
  const last = headers['last-event-id']
  if (typeof last === 'string' && last !== '') Object.assign(query as object, { after: last })
}
