// Pages for people: the home page, the API reference, and the places in the app that `urls.app` leads to.
import type { FastifyInstance } from 'fastify'
import type { Urls } from '../server/urls.ts'
import { appPage } from './app-page.ts'
import { homePage } from './home.ts'
import { serveReference } from './reference.ts'

export function serveFront(http: FastifyInstance, urls: Urls, describe: () => Record<string, unknown>): void {
  const home = homePage(urls)
  http.get('/', (_request, reply) => home(reply))
  http.get('/app/*', (_request, reply) => appPage(reply))
  serveReference(http, describe)
}
