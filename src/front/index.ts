// Pages for people: the home page, the API reference, and the places in the app that `urls.app` leads to.
import type { FastifyInstance } from 'fastify'
import type { Urls } from '../server/urls.ts'

export function serveFront(http: FastifyInstance, _urls: Urls, description: Record<string, unknown>): void {
  const text = JSON.stringify(description)
  http.get('/openapi.json', async (_request, reply) => reply.type('application/json').send(text))
}
