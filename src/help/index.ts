// The documentation of this version at `/help`: it needs no account and no space, and always fits the server that runs.
// What draws it is loaded with the first request.
import type { FastifyInstance } from 'fastify'
import type { Files } from '../files/files.ts'
import { later } from '../lib/later.ts'
import type { Urls } from '../server/urls.ts'
import type { RenderedPages } from '../sites/rendered-pages.ts'

interface Serving {
  urls: Urls
  files: Files
  pages: RenderedPages
}

export function serveHelp(http: FastifyInstance, { urls, files, pages }: Serving): void {
  const home = `${urls.base}/help/`
  const answer = later(async () => (await import('./answer.ts')).answersFrom(urls, files, pages))
  // Both addresses are one route, and pages are below the second.
  http.get('/help', (request, reply) =>
    new URL(request.url, home).pathname.endsWith('/') ? answer(request, reply) : reply.redirect(home, 308),
  )
  http.get('/help/*', (request, reply) => answer(request, reply))
}
