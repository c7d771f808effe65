// Published sites for readers.
import type { FastifyInstance } from 'fastify'
import { OPEN_PREVIEW } from '../domain/visits/index.ts'
import { later } from '../lib/later.ts'
import { limitRequests } from '../server/address-limit.ts'
import { answerForSites } from './answer.ts'
import { serveTlsCheck } from './routes/tls-check.ts'
import type { SiteServices } from './services.ts'

interface Serving extends Omit<SiteServices, 'db' | 'staticFiles'> {
  /** Requests to the API per minute; 0 turns all limits off. */
  rateLimit: number
}

/** A page brings styles, fonts and pictures with it, and many readers may share an address. */
const READER_RATE_MULTIPLIER = 10

/**
 * Serves sites wherever no route of the server is: below the base URL, and at all paths of hosts that are a site's. Call
 * it before registering routes.
 */
export function serveSites(http: FastifyInstance, { rateLimit, ...serving }: Serving): void {
  const openPreview = later(async () => (await import('./routes/open-preview.ts')).previewOpener(serving))
  http.get(`${OPEN_PREVIEW}/:previewId`, { config: { operationId: 'openSitePreview' } }, (request, reply) =>
    openPreview(request, reply),
  )
  serveTlsCheck(http, serving)
  const limit = rateLimit > 0 ? limitRequests(rateLimit * READER_RATE_MULTIPLIER) : undefined
  const baseHost = new URL(serving.urls.base).host
  http.addHook('onRequest', (request, reply, done) => {
    // A route of the server itself, as it is usually spelled.
    if (request.host === baseHost && !request.is404) {
      done()
      return
    }
    const refused = limit?.(request, reply)
    if (refused) {
      done(refused)
      return
    }
    answerForSites(serving, request, reply).then((isAnswered) => {
      if (!isAnswered) done()
    }, done)
  })
}
