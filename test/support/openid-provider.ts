// An OpenID Connect provider from npm, on this machine. Its sign-in page has one field, the account.
import { createServer } from 'node:http'
import Provider from 'oidc-provider'
import { freePort } from './free-port.ts'

export interface Account {
  email?: string
  [claim: string]: unknown
}

export interface OpenIdProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** Makes an account with these claims, and returns its name for the sign-in page. */
  account(claims: Account): string
  /** Requests of the server to the provider, as paths. */
  asked: string[]
  stop(): Promise<void>
}

const CLIENT = { clientId: 'lectern', clientSecret: 'a:secret+of%the/client' }

/** `redirects` is called at every request, because providers of organizations are created later. */
export async function startOpenIdProvider(redirects: () => string[]): Promise<OpenIdProvider> {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const accounts = new Map<string, Account>()
  const asked: string[] = []
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: ['https://client.example/callback'],
      },
    ],
    claims: {
      openid: ['sub', 'groups'],
      email: ['email', 'email_verified', 'xms_edov'],
      profile: ['name', 'given_name'],
    },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ ...accounts.get(sub), sub }) }),
    // Everything is granted.
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  provider.on('server_error', (_context, error) => console.error(error))
  // Redirect URIs contain ids that are not known in advance.
  // biome-ignore lint/suspicious/noExplicitAny: a method of every client
  ;(provider.Client.prototype as any).redirectUriAllowed = (uri: string) => redirects().includes(uri)
  const handle = provider.callback()
  const server = createServer(async (request, response) => {
    const url = new URL(request.url!, issuer)
    asked.push(url.pathname)
    if (!url.pathname.startsWith('/interaction/')) return handle(request, response)
    const account = url.searchParams.get('account')
    if (account === null)
      return response
        .setHeader('content-type', 'text/html')
        .end('<form><label>Account <input name="account"></label><button>Sign in</button></form>')
    await provider.interactionFinished(
      request,
      response,
      account === '' ? { error: 'access_denied' } : { login: { accountId: account } },
    )
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    issuer,
    ...CLIENT,
    account(claims) {
      const name = `account-${accounts.size}`
      accounts.set(name, claims)
      return name
    },
    asked,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
