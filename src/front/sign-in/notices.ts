// What a form did, said on the page that follows. Every form that changes something redirects, so that reloading the page
// repeats nothing; until that page is shown, a sealed cookie of the same session keeps what it says.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SealedCookie } from './sealed-cookie.ts'

export interface Notice {
  text?: string
  /** A new API token, which is shown once. */
  token?: { label: string; secret: string }
  /** The address that a link was sent to. */
  sentTo?: string
}

/** Where notices wait, each for one session or for nobody in particular. */
export type Notices = SealedCookie<Notice & { session: string | null }>

type Of = { notices: Notices }
type Reader = { session: { row: { id: string } } } | undefined

/** Says something on the next page; to nobody in particular if there is no visit. */
export const say = ({ notices }: Of, reply: FastifyReply, visit: Reader, notice: Notice): void =>
  notices.write(reply, { ...notice, session: visit?.session.row.id ?? null })

/** Takes what is to be said, once. */
export function takeNotice(
  { notices }: Of,
  request: FastifyRequest,
  reply: FastifyReply,
  visit?: Reader,
): Notice | undefined {
  const found = notices.read(request)
  if (!found) return undefined
  notices.clear(reply)
  return found.session === (visit?.session.row.id ?? null) ? found : undefined
}
