// Serves the pages for signing in, and the account. These are HTML pages, not part of the API. They are loaded with
// the first request for one.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serveLater } from '../../server/later-routes.ts'
import { createOwnPages } from '../../server/own-pages.ts'
import { redirectToOwnHost } from '../own-host.ts'
import { serveScript } from '../scripts.ts'
import type { SignInOptions } from './context.ts'
import { placesOf } from './places.ts'

/** Responses of identity providers are a few kilobytes. */
const BODY_LIMIT = 256 * 1024

/** A picture of at most 1 MB, and the form around it. */
const UPLOAD_LIMIT = 1_500_000

export function serveSignIn(http: FastifyInstance, options: SignInOptions): void {
  // A separate scope, because bodies are JSON everywhere else.
  http.register(async (scope) => {
    const { urls } = options
    const script = await serveScript(http, 'passkeys')
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      async (_request: unknown, text: string) => Object.fromEntries(new URLSearchParams(text)),
    )
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer', bodyLimit: UPLOAD_LIMIT }, readUpload)
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, async () => ({}))
    scope.addHook('onRequest', redirectToOwnHost({ urls, ownPages: createOwnPages(urls.base) }))
    serveLater(scope, placesOf(options.settings), async () =>
      (await import('./every-page.ts')).addPages(options, script),
    )
  })
}

/** The fields of a form with a file; the bytes of the file as Base64. What cannot be read is an empty form. */
async function readUpload({ headers }: FastifyRequest, body: Buffer): Promise<Record<string, string>> {
  try {
    const type = { 'content-type': headers['content-type'] ?? '' }
    const form = await new Response(new Uint8Array(body), { headers: type }).formData()
    const fields = [...form].map(async ([name, value]) => {
      const text = typeof value === 'string' ? value : Buffer.from(await value.arrayBuffer()).toString('base64')
      return [name, text] as const
    })
    return Object.fromEntries(await Promise.all(fields))
  } catch {
    return {}
  }
}
