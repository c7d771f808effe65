// Serves the links that end mails of one kind. The pages are loaded with the first request.
import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import type { Signer } from '../files/signing.ts'
import { serveLater } from '../server/later-routes.ts'
import type { Urls } from '../server/urls.ts'
import { UNSUBSCRIBE } from './notification-names.ts'

const BODY_LIMIT = 16 * 1024

export function serveUnsubscribing(
  http: FastifyInstance,
  options: { database: Database; urls: Urls; signer: Signer },
): void {
  // A separate scope, because bodies are JSON everywhere else. Our own page says that it is one; mail programs send
  // something else, and do not follow redirects.
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      async (_request: unknown, text: string) => text,
    )
    const places = [`GET ${UNSUBSCRIBE}`, `POST ${UNSUBSCRIBE}`]
    serveLater(scope, places, async () => (await import('./unsubscribe-pages.ts')).addUnsubscribing(options))
  })
}
