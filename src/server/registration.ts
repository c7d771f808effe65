// Serves the operations: finds the one that a request names, authenticates the caller, validates the request, executes the
// operation. The route tables are there from the start; what the operations do is loaded with the first call of any, and
// compiled with the first call of each.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authenticateAgain, authenticationHook } from './authentication.ts'
import { sessionCookie } from './cookies.ts'
import type { Dependencies, Perform } from './execution.ts'
import { MAX_PARAM_LENGTH } from './http.ts'
import type { Operation, Resource, Routes } from './operation.ts'
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

interface Line {
  id: string
  operation: Operation
  authenticate: ReturnType<typeof authenticationHook>
  compiled: Compiled | undefined
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** `load` returns the resources that implement the tables. */
export function register(
  http: FastifyInstance,
  dependencies: Dependencies,
  tables: readonly Routes[],
  load: () => Promise<readonly Resource[]>,
): void {
  const { database, tools } = dependencies
  const sessions = { cookie: sessionCookie(tools.urls), ownPages: createOwnPages(tools.urls.base) }
  const means = { database, tokens: tools, sessions }
  const compile = compiler(dependencies, load)
  const perform = performer(dependencies, authenticateAgain(means))
  const tree = new RouteTree<Line>(MAX_PARAM_LENGTH)
  http.decorateRequest('operationId', undefined)
  http.decorateRequest('line', undefined)
  const serve = (url: string, method: string[], bodyLimit?: number) =>
    http.route({
      method,
      url,
      config: { methodsAt: (path) => tree.methodsAt(path) },
      ...(bodyLimit !== undefined && { bodyLimit }),
      onRequest(request, reply, done) {
        const match = tree.find(request.method, request.url)
        if (!match) return void reply.callNotFound()
        const { value: line, params } = match
        request.params = params
        request.operationId = line.id
        request.line = line
        if (line.authenticate) line.authenticate(request, reply, done)
        else done()
      },
      handler(request, reply) {
        const line = request.line!
        if (line.compiled) return perform(line, line.compiled, request, reply)
        compile(line)
          .then((compiled) => perform(line, compiled, request, reply))
          .catch((error) => reply.send(error))
      },
    })
  for (const { table } of tables)
    for (const [id, operation] of Object.entries(table)) {
      const { verb, path } = verbAndPath(operation)
      const methods = verb === 'get' ? ['GET', 'HEAD'] : [verb.toUpperCase()]
      const authenticate = authenticationHook(means, operation)
      tree.add(methods, `/v1${path}`, { id, operation, authenticate, compiled: undefined })
      // The framework reads the body, so it has to know a limit of its own.
      if ('bodyLimit' in operation) serve(`/v1${path}`, methods, operation.bodyLimit)
    }
  for (const url of ['/v1', '/v1/*']) serve(url, METHODS)
}

/** Loads and compiles operations. Loading is tried again after a failure. */
function compiler(dependencies: Dependencies, load: () => Promise<readonly Resource[]>) {
  const lines = async () => {
    const [resources, { compileRequest }, { compileOperation }] = await Promise.all([
      load(),
      import('./validation.ts'),
      import('./execution.ts'),
    ])
    const byId = new Map(resources.flatMap(({ operations }) => operations.map((line) => [line.id, line] as const)))
    return (line: Line): Compiled => ({
      check: compileRequest(line.operation),
      perform: compileOperation(dependencies, byId.get(line.id)!),
    })
  }
  let loading: ReturnType<typeof lines> | undefined
  return async (line: Line): Promise<Compiled> => {
    loading ??= lines()
    try {
      line.compiled ??= (await loading)(line)
    } catch (error) {
      loading = undefined
      throw error
    }
    return line.compiled
  }
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
      .then((result) => reply.sendReply(result, id))
      .catch((error) => reply.send(error))
  }

const wantsEvents = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/event-stream') ?? false

// Browsers and libraries say in a header where their last connection ended.
function resume({ headers, query }: FastifyRequest): void {
  const last = headers['last-event-id']
  if (typeof last === 'string' && last !== '') Object.assign(query as object, { after: last })
}
