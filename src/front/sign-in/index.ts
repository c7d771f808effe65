// Serves the pages for signing in, and the account. These are HTML pages, not part of the API.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { redirectToOwnHost } from '../own-host.ts'
import { serveScript } from '../scripts.ts'
import { serveAccount } from './account.ts'
import { serveAccountPasskeys } from './account-passkeys.ts'
import { serveAccountSettings } from './account-settings.ts'
import { serveCompany } from './company.ts'
import { serveConfirmation } from './confirmation.ts'
import { serveConsole } from './console-page.ts'
import { type SignInOptions, signInOf } from './context.ts'
import { serveEmailChange } from './email.ts'
import { serveJoining } from './join.ts'
import { serveLinks } from './links.ts'
import { serveMailLinks } from './mail.ts'
import { serveNotifications } from './notifications.ts'
import { serveOidc } from './oidc.ts'
import { servePasskey } from './passkey.ts'
import { servePassword } from './password.ts'
import { serveSaml } from './saml.ts'
import { serveSecondStep } from './second-step.ts'
import { serveSetup } from './setup.ts'

/** Responses of identity providers are a few kilobytes. */
const BODY_LIMIT = 256 * 1024

/** A picture of at most 1 MB, and the form around it. */
const UPLOAD_LIMIT = 1_500_000

export function serveSignIn(http: FastifyInstance, options: SignInOptions): void {
  // A separate scope, because bodies are JSON everywhere else.
  http.register(async (scope) => {
    const signIn = signInOf(options, await serveScript(http, 'passkeys'))
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      async (_request: unknown, text: string) => Object.fromEntries(new URLSearchParams(text)),
    )
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer', bodyLimit: UPLOAD_LIMIT }, readUpload)
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, async () => ({}))
    scope.addHook('onRequest', redirectToOwnHost(signIn))
    servePassword(scope, signIn)
    serveMailLinks(scope, signIn)
    servePasskey(scope, signIn)
    serveSecondStep(scope, signIn)
    serveAccountPasskeys(scope, signIn)
    serveLinks(scope, signIn)
    serveEmailChange(scope, signIn)
    serveAccountSettings(scope, signIn)
    serveSetup(scope, signIn)
    serveConfirmation(scope, signIn)
    serveCompany(scope, signIn)
    serveJoining(scope, signIn)
    serveSaml(scope, signIn)
    serveOidc(scope, signIn)
    serveAccount(scope, signIn)
    serveNotifications(scope, signIn)
    serveConsole(scope, signIn)
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
