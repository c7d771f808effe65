// Wraps the OpenID Connect library: discovery, the request, and the exchange of the code. All requests go through the
// guarded fetcher. Loaded on the first sign-in.
import * as openid from 'openid-client'
import { Refusal } from '../../domain/sessions/index.ts'
import { FetchFailure } from '../../fetch/failures.ts'
import type { Fetcher } from '../../fetch/fetcher.ts'
import { derived } from '../../lib/derived.ts'
import { sha256 } from '../../lib/hash.ts'
import { isLocalIssuer } from '../../lib/openid.ts'
import { MINUTE, SECOND } from '../../lib/time.ts'
import type { Claims } from './identity.ts'
import type { Challenge } from './requests.ts'

/** This server, as the provider knows it. */
export interface Client extends ProviderSettings {
  /** Requested besides `openid email profile`. */
  scopes: readonly string[]
  redirectUrl: string
}

/** What an admin or the operator says about the provider. */
export interface ProviderSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** The claim that says that the provider has verified the address. */
  verifiedClaim: string
}

/** A provider that the operator trusts for every account. */
export interface ServerOidc extends ProviderSettings {
  label: string
}

const ANSWER_LIMIT = 256 * 1024
const TIMEOUT = 10 * SECOND
/** How long a discovery document is used before it is fetched again. */
const DISCOVERY_TTL = 10 * MINUTE
const SCOPES = ['openid', 'email', 'profile']

/** The URL at the provider that starts a sign-in. */
export async function requestUrl(fetcher: Fetcher, client: Client, challenge: Challenge): Promise<string> {
  const configuration = await discover(fetcher, client)
  const url = await asking('the authorization endpoint', async () =>
    openid.buildAuthorizationUrl(configuration, {
      response_type: 'code',
      redirect_uri: client.redirectUrl,
      scope: [...new Set([...SCOPES, ...client.scopes])].join(' '),
      state: challenge.state,
      nonce: challenge.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(challenge.verifier),
      code_challenge_method: 'S256',
    }),
  )
  if (!/^https?:$/.test(url.protocol)) throw new Refusal('badProvider', `authorization endpoint ${url.protocol}`)
  return url.href
}

/**
 * Exchanges the code, and returns the claims about the user: those of the ID token, and those of the userinfo endpoint
 * if the ID token lacks some that are needed.
 */
export async function receiveClaims(
  fetcher: Fetcher,
  client: Client,
  challenge: Challenge,
  query: URLSearchParams,
  needed: readonly string[],
): Promise<Claims[]> {
  const configuration = await discover(fetcher, client)
  const url = new URL(client.redirectUrl)
  url.search = query.toString()
  return asking('the token endpoint', async () => {
    const tokens = await openid.authorizationCodeGrant(configuration, url, {
      expectedState: challenge.state,
      expectedNonce: challenge.nonce,
      pkceCodeVerifier: challenge.verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()!
    const isComplete = needed.every((name) => claims[name] !== undefined)
    if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return [claims]
    return [claims, await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)]
  })
}

interface Provider {
  configuration: openid.Configuration
  until: number
}

/** A document of metadata and a few keys. */
const PROVIDER_BYTES = 20_000

const providers = derived<Provider>('provider', { bytesOf: () => PROVIDER_BYTES, untilOf: ({ until }) => until })

async function discover(fetcher: Fetcher, client: Client): Promise<openid.Configuration> {
  const { issuer, clientId, clientSecret } = client
  const key = sha256(JSON.stringify([issuer, clientId, clientSecret]))
  const { configuration } = await providers.load(key, async () => ({
    configuration: await fetchConfiguration(fetcher, client),
    until: Date.now() + DISCOVERY_TTL,
  }))
  return configuration
}

const fetchConfiguration = (fetcher: Fetcher, { issuer, clientId, clientSecret }: Client) =>
  asking(issuer, () =>
    openid.discovery(new URL(issuer), clientId, undefined, authenticateWith(clientSecret), {
      [openid.customFetch]: fetchWith(fetcher),
      timeout: TIMEOUT / SECOND,
      execute: [
        // Verifies the signature of ID tokens too, not only that the token endpoint sent them.
        openid.enableNonRepudiationChecks,
        ...(isLocalIssuer(new URL(issuer)) ? [openid.allowInsecureRequests] : []),
      ],
    }),
  )

/** Sends the secret in the way that the provider supports. */
function authenticateWith(secret: string): openid.ClientAuth {
  const [basic, post] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const supported = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (supported.includes('client_secret_basic') ? basic : post)(server, ...rest)
  }
}

const fetchWith =
  (fetcher: Fetcher): openid.CustomFetch =>
  async (url, { method, headers, body, signal }) => {
    const fetched = await fetcher(url, {
      method,
      headers: { ...headers },
      ...(body !== undefined && body !== null && { body: Buffer.from(String(body)) }),
      limit: ANSWER_LIMIT,
      timeout: TIMEOUT,
      redirects: 0,
      anyStatus: true,
      signal,
    })
    const bytes = await fetched.bytes()
    const type = fetched.headers['content-type']
    return new Response(bytes.length > 0 ? new Uint8Array(bytes) : null, {
      status: fetched.status,
      headers: type === undefined ? {} : { 'content-type': type },
    })
  }

/** Turns every failure of the exchange into a refusal; its detail is for the log. */
async function asking<T>(what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (error instanceof openid.AuthorizationResponseError)
      throw new Refusal('denied', [error.error, error.error_description].filter(Boolean).join(': '))
    const failure = causes(error).find((cause) => cause instanceof FetchFailure)
    if (failure) throw new Refusal('unreachable', describe(failure))
    throw new Refusal('badProvider', `${what}: ${describe(error)}`)
  }
}

const causes = (error: unknown): unknown[] => {
  const found = []
  for (let at = error; at instanceof Error && found.length < 5; at = at.cause) found.push(at)
  return found
}

/** The words of the provider say more than those of the library, such as `invalid_client` for a wrong secret. */
function describe(error: unknown): string {
  const told = causes(error).find((cause) => cause instanceof openid.ResponseBodyError)
  if (told) return [told.error, told.error_description].filter(Boolean).join(': ')
  const messages = causes(error).map((cause) => (cause as Error).message.replace(/\.$/, ''))
  return messages.join(': ')
}
