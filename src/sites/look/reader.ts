// What a reader chose on a site: light or dark, and which announcement to see no more. It is kept in cookies of the
// site, so that pages arrive as they are to be shown, with or without script.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { STATIC } from '../../server/static-files.ts'

export type Theme = 'light' | 'dark'

export interface Reader {
  theme?: Theme | 'system' | undefined
  /** The announcement that was dismissed. */
  dismissed?: string | undefined
}

const COOKIES = { theme: 'lectern-theme', dismissed: 'lectern-dismissed' } as const

const cookieOf = ({ headers }: FastifyRequest, name: string): string | undefined =>
  new RegExp(`(?:^|;\\s*)${name}=([\\w-]{1,64})(?:;|$)`).exec(String(headers.cookie ?? ''))?.[1]

const asTheme = (text: string | null | undefined): Reader['theme'] =>
  text === 'light' || text === 'dark' || text === 'system' ? text : undefined

export const readerOf = (request: FastifyRequest): Reader => ({
  theme: asTheme(cookieOf(request, COOKIES.theme)),
  dismissed: cookieOf(request, COOKIES.dismissed),
})

const CHOICE = new RegExp(`/${STATIC}/choose$`)

/** Where forms send what the reader chose. */
export const choiceHref = (site: string): string => `${site}${STATIC}/choose`

const YEAR = 60 * 60 * 24 * 365

/** Keeps a choice, and goes back to the page. Undefined if the address is not that of choices. */
export function keepChoice(request: FastifyRequest, reply: FastifyReply, url: URL): FastifyReply | undefined {
  if (!CHOICE.test(url.pathname)) return undefined
  const asked = url.searchParams
  // The path of the site as readers see it: behind a proxy it differs from ours.
  const at = /^\/(?:[\w.~%-]+\/)*$/.exec(asked.get('at') ?? '')?.[0] ?? '/'
  const dismissed = /^[\w-]{1,64}$/.exec(asked.get('dismissed') ?? '')?.[0]
  const theme = asTheme(asked.get('theme'))
  const cookies = [theme && `${COOKIES.theme}=${theme}`, dismissed && `${COOKIES.dismissed}=${dismissed}`]
  const secure = url.protocol === 'https:' ? '; Secure' : ''
  const kept = cookies.flatMap((cookie) =>
    cookie ? [`${cookie}; Path=${at}; Max-Age=${YEAR}; SameSite=Lax${secure}`] : [],
  )
  reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'set-cookie': kept })
  return reply.redirect(pageBefore(request, at), 303)
}

/** The page of this site that the form is on; never an address elsewhere. */
function pageBefore({ headers }: FastifyRequest, at: string): string {
  const before = headers.referer !== undefined && URL.canParse(headers.referer) ? new URL(headers.referer) : undefined
  const isHere = before?.pathname.startsWith(at) && !before.pathname.startsWith('//')
  return before && isHere ? before.pathname + before.search : at
}
