// Serves what is for everybody: the API reference, icons, and what wrong addresses lead to. `/` leads to the console,
// which leads to sign in.
import type { FastifyInstance } from 'fastify'
import type { Urls } from '../server/urls.ts'
import { serveIcons } from './icons.ts'
import { serveMissingPage } from './missing.ts'
import { serveReference } from './reference.ts'

export function serveFront(http: FastifyInstance, urls: Urls, describe: () => Promise<Record<string, unknown>>): void {
  http.get('/', (_request, reply) => reply.redirect(`${urls.base}/app`, 303))
  serveIcons(http)
  serveReference(http, describe)
  serveMissingPage(http, urls)
}
