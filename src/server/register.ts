// Turns one line of an operation table into a route: checked request, known caller, answer of whoever performs it.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { identifying } from './identifying.ts'
import type { Resource } from './operation.ts'
import { verbAndPath } from './operation.ts'
import { type Kit, performing } from './perform.ts'
import { compileRequest, type Incoming } from './validation.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    operationId?: string
  }
}

export function register(http: FastifyInstance, kit: Kit, resources: readonly Resource[]): void {
  for (const { operations } of resources) for (const line of operations) registerOperation(http, kit, line)
}

function registerOperation(http: FastifyInstance, kit: Kit, line: Resource['operations'][number]): void {
  const { id, operation } = line
  const { verb, path } = verbAndPath(operation)
  const rest = REST.exec(path)?.[1]
  const compiled = once(() => ({ check: compileRequest(operation), perform: performing(kit, line) }))
  http.route({
    method: verb.toUpperCase(),
    url: `/v1${path.replace(REST, '*')}`,
    config: { operationId: id },
    onRequest: identifying(kit.database.read, kit.tools, operation) ?? [],
    handler(request, reply) {
      if (rest) nameRest(request, rest)
      const { check, perform } = compiled()
      check(request as unknown as Incoming)
      perform(request)
        .then((answer) => reply.answer(answer, id))
        .catch((error) => reply.send(error))
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
