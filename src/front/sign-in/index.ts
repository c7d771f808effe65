// Signing in through an identity provider, and what can be done afterwards. Pages for people: no part of the API.
import type { FastifyInstance } from 'fastify'
import { serveAccount } from './account.ts'
import { type SignInOptions, signInOf } from './context.ts'
import { serveSaml } from './saml.ts'

/** An answer of an identity provider has some kilobytes. */
const BODY_LIMIT = 256 * 1024

export function serveSignIn(http: FastifyInstance, options: SignInOptions): void {
  const signIn = signInOf(options)
  // A scope of its own, because everywhere else a body is JSON.
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      async (_request: unknown, text: string) => Object.fromEntries(new URLSearchParams(text)),
    )
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, async () => ({}))
    serveSaml(scope, signIn)
    serveAccount(scope, signIn)
  })
}
