// What the sign-in routes share: the database, addresses, both cookies, and how a refusal becomes a page.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Database } from '../../db/database.ts'
import { clip } from '../../lib/text.ts'
import { Refusal } from '../../resources/saml/refusals.ts'
import type { Urls } from '../../server/urls.ts'
import { type Cookie, cookieNamed } from './cookies.ts'
import { refusedPage } from './pages.ts'

/** It may repeat what came from outside, however long. */
const MAX_DETAIL = 300

export interface SignInOptions {
  database: Database
  urls: Urls
  logger: Logger
}

export interface SignIn extends SignInOptions {
  /** Whoever set out to sign in. */
  browser: Cookie
  /** Whoever has signed in. */
  session: Cookie
}

export const signInOf = (options: SignInOptions): SignIn => ({
  ...options,
  browser: cookieNamed('lectern_browser', options.urls),
  session: cookieNamed('lectern_session', options.urls),
})

/** Where to begin anew, when that is known. */
export type Again = (request: FastifyRequest) => string | undefined

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Runs a handler; whatever it refuses is told on a page and noted in the log. Nothing here may be kept by caches. */
export const forPeople =
  ({ logger }: SignIn, handle: Handler, again: Again = () => undefined): Handler =>
  async (request, reply) => {
    reply.header('cache-control', 'no-store')
    try {
      return await handle(request, reply)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { name, status, detail } = error
      const level = name === 'notSignedIn' ? 'info' : 'warn'
      logger[level](
        {
          requestId: request.id,
          path: request.url.split('?')[0],
          reason: name,
          detail: detail && clip(detail, MAX_DETAIL),
        },
        'sign-in refused',
      )
      return refusedPage(error, again(request))(reply.code(status))
    }
  }

/** Answers a POST, too, so that the browser goes on with a GET. */
export const goTo = (reply: FastifyReply, url: string): FastifyReply => reply.redirect(url, 303)
