// Registers a route for each operation: authenticates the caller, validates the request, executes the operation.
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { authenticateAgain, authenticationHook } from './authentication.ts'
import { sessionCookie } from './cookies.ts'
import { compileOperation, type Dependencies } from './execution.ts'
import type { Operation, Resource } from './operation.ts'
import { verbAndPath } from './operation.ts'
import { createOwnPages } from './own-pages.ts'
import type { LiveReply, Look } from './streams.ts'
import { compileRequest, type IncomingRequest } from './validation.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    operationId?: string
  }
}

export function register(http: FastifyInstance, dependencies: Dependencies, resources: readonly Resource[]): void {
  const { database, tools } = dependencies
  const sessions = { cookie: sessionCookie(tools.urls), ownPages: createOwnPages(tools.urls.base) }
  const means = { database, tokens: tools, sessions }
  const authentication = (operation: Operation) => authenticationHook(means, operation) ?? []
  const again = authenticateAgain(means)
  for (const { operations } of resources)
    for (const line of operations) registerOperation(http, dependencies, line, authentication(line.operation), again)
}

function registerOperation(
  http: FastifyInstance,
  dependencies: Dependencies,
  line: Resource['operations'][number],
  onRequest: NonNullable<RouteOptions['onRequest']>,
  again: (request: FastifyRequest) => Promise<void>,
): void {
  const { id, operation } = line
  const { verb, path } = verbAndPath(operation)
  const rest = REST.exec(path)?.[1]
  const compiled = once(() => ({ check: compileRequest(operation), perform: compileOperation(dependencies, line) }))
  http.route({
    // A route of its own for HEAD would be one more to register at every start.
    method: verb === 'get' ? ['GET', 'HEAD'] : verb.toUpperCase(),
    url: `/v1${path.replace(REST, '*')}`,
    config: { operationId: id },
    ...('bodyLimit' in operation && { bodyLimit: operation.bodyLimit }),
    onRequest,
    handler(request, reply) {
      if (rest) nameRest(request, rest)
      const { check, perform } = compiled()
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
    },
  })
}

/** Shapes are compiled on the first call of an operation, so that the server starts faster. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

const wantsEvents = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/event-stream') ?? false

// Browsers and libraries say in a header where their last connection ended.
function resume({ headers, query }: FastifyRequest): void {
  const last = headers['last-event-id']
  if (typeof last === 'string' && last !== '') Object.assign(query as object, { after: last })
}

const REST = /:(\w+)\*$/

function nameRest(request: FastifyRequest, name: string): void {
  const params = request.params as Record<string, string>
  params[name] = params['*']!
}
