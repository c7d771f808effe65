// Routes whose handlers are loaded with the first request to one of them. The framework only gets to know where they are.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { later } from '../lib/later.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The operation, for routes that are loaded later. */
    operationId: string | undefined
  }
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown
type Options = { config: { operationId: string } }
type Add = (path: string, ...route: [Handler] | [Options, Handler]) => void

const VERBS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** What a module adds its routes to. */
export type LaterRoutes = Record<(typeof VERBS)[number], Add>

interface Route {
  operationId: string | undefined
  handle: Handler
}

/** `places`: the method and path of every route that `load` leads to. */
export function serveLater(
  http: FastifyInstance,
  places: readonly string[],
  load: () => Promise<(routes: LaterRoutes) => void>,
): void {
  const answer = later(async () => {
    const routes = routesOf(await load())
    return async (place: string, request: FastifyRequest, reply: FastifyReply) => {
      const { operationId, handle } = routes.get(place)!
      request.operationId = operationId
      return handle(request, reply)
    }
  })
  for (const place of places) {
    const [method, url] = place.split(' ') as [string, string]
    http.route({
      method: method === 'GET' ? ['GET', 'HEAD'] : method,
      url,
      exposeHeadRoute: false,
      handler: (request, reply) => answer(place, request, reply),
    })
  }
}

/** The routes that a module adds, by method and path. */
export function routesOf(add: (routes: LaterRoutes) => void): Map<string, Route> {
  const routes = new Map<string, Route>()
  const adding =
    (verb: string): Add =>
    (path, ...route) => {
      const [options, handle] = route.length === 1 ? [undefined, ...route] : route
      routes.set(`${verb.toUpperCase()} ${path}`, { operationId: options?.config.operationId, handle })
    }
  add(Object.fromEntries(VERBS.map((verb) => [verb, adding(verb)])) as LaterRoutes)
  return routes
}
