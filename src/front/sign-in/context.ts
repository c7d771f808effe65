// The shared context of the sign-in routes: database, URLs, cookies, who is signed in, and error pages.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { findSession, type Session, toCaller } from '../../access/sessions.ts'
import type { Database } from '../../db/database.ts'
import { ownsAccount } from '../../domain/people/index.ts'
import { type BegunSession, type Browser, Refusal, relyingPartyOf } from '../../domain/sessions/index.ts'
import type { Fetcher } from '../../fetch/fetcher.ts'
import type { Files } from '../../files/files.ts'
import type { Vault } from '../../lib/sealing.ts'
import { clip } from '../../lib/text.ts'
import { MINUTE, SECOND } from '../../lib/time.ts'
import type { ServerOidc } from '../../resources/oidc/index.ts'
import { networkOf } from '../../server/address-limit.ts'
import { type Cookie, cookieNamed, sessionCookie } from '../../server/cookies.ts'
import { createOwnPages, type OwnPages } from '../../server/own-pages.ts'
import type { Settings } from '../../server/settings.ts'
import type { Urls } from '../../server/urls.ts'
import { noteChoices } from '../gate/choices.ts'
import type { Passkeys } from '../gate/passkey-parts.ts'
import type { Notices } from './notices.ts'
import { refusedPage } from './pages.ts'
import { type SealedCookie, sealedCookie } from './sealed-cookie.ts'

/** The detail may contain external input of any length. */
const MAX_DETAIL = 300

export interface SignInOptions {
  database: Database
  files: Files
  urls: Urls
  logger: Logger
  settings: Settings
  fetcher: Fetcher
  vault: Vault
  /** The OpenID Connect provider of the whole server. */
  oidc?: ServerOidc | undefined
}

export interface SignIn extends SignInOptions {
  /** Identifies the browser that started to sign in. */
  browser: Cookie
  /** Identifies the session. */
  session: Cookie
  ownPages: OwnPages
  passkeys: Passkeys
  /** What the next page says. */
  notices: Notices
  /** Who has proved everything but the second step. */
  secondStep: SealedCookie<{ userId: string; returnTo?: string | undefined }>
}

export const signInOf = (options: SignInOptions, script: string): SignIn => ({
  ...options,
  passkeys: { party: relyingPartyOf(options.urls.base), script: options.urls.base + script },
  browser: cookieNamed('lectern_browser', options.urls),
  session: sessionCookie(options.urls),
  ownPages: createOwnPages(options.urls.base),
  notices: sealedCookie('lectern_notice', 2 * MINUTE, options),
  secondStep: sealedCookie('lectern_second_step', 10 * MINUTE, options),
})

/** A signed-in browser. */
export interface Visit {
  session: Session
  secret: string
}

export async function findVisit({ database, session }: SignIn, request: FastifyRequest): Promise<Visit | undefined> {
  const secret = session.read(request)
  const found = secret && (await findSession(database.read, secret))
  if (!found) return undefined
  noteChoices(request, found.user)
  return { session: found, secret }
}

export async function loadVisit(signIn: SignIn, request: FastifyRequest): Promise<Visit> {
  const visit = await findVisit(signIn, request)
  if (!visit) throw new Refusal('notSignedIn')
  return visit
}

export const browserOf = ({ session }: SignIn, request: FastifyRequest): Browser => ({
  userAgent: request.headers['user-agent'],
  address: networkOf(request.ip),
  secret: session.read(request),
})

/** Stores the secret of the new session in the browser. */
export function keepSession({ session }: SignIn, reply: FastifyReply, { secret, expiresAt }: BegunSession): void {
  session.write(reply, secret, Math.max(0, Math.floor((Date.parse(expiresAt) - Date.now()) / SECOND)))
}

export type Form = Record<string, string>

/** The fields of a form, and a check that a page of this server sent it. */
export function formOf({ ownPages }: SignIn, request: FastifyRequest): Form {
  if (!ownPages.isSameOrigin(request.headers)) throw new Refusal('forgedForm')
  const { step, ...fields } = (request.body ?? {}) as Form
  return step === undefined ? fields : Object.fromEntries(new URLSearchParams(step))
}

/** The URL to sign in again, if known. */
export type RestartUrl = (request: FastifyRequest) => string | undefined

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Runs a handler; refusals become an error page and a log line. Responses must not be cached. */
export const forPeople =
  (signIn: SignIn, handle: Handler, again: RestartUrl = () => undefined): Handler =>
  async (request, reply) => {
    const { logger, urls } = signIn
    reply.header('cache-control', 'no-store')
    try {
      if (request.method === 'GET') await findVisit(signIn, request)
      return await handle(request, reply)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { name, status, detail } = error
      const level = name === 'notSignedIn' ? 'info' : 'warn'
      logger[level](
        {
          requestId: request.id,
          path: request.routeOptions.url,
          reason: name,
          detail: detail && clip(detail, MAX_DETAIL),
        },
        'sign-in refused',
      )
      const isSignedIn = (await findVisit(signIn, request)) !== undefined
      const back = isSignedIn ? { label: 'Back to your account', url: urls.base + ACCOUNT } : undefined
      const way = back ?? { label: 'Sign in', url: again(request) ?? `${urls.base}/sign-in` }
      return refusedPage(urls, error, way)(reply.code(status))
    }
  }

/** Whether the session decides about the whole account. */
export const isOwner = ({ database }: SignIn, { session, secret }: Visit): Promise<boolean> =>
  ownsAccount(database.read, toCaller(session, secret))

/** Redirects with 303, so that a POST continues as a GET. */
export const goTo = (reply: FastifyReply, url: string): FastifyReply => reply.redirect(url, 303)

/** Where people arrive after signing in: the console. */
export const HOME = '/app'

/** Where people manage their account. */
export const ACCOUNT = '/account'
