// Members who are signed in get a link from a page to where they edit it. Sessions are known only at the host of the
// server itself, and decide about nothing else here.
import type { FastifyRequest } from 'fastify'
import { loadSpace } from '../../access/loading/objects.ts'
import { permits } from '../../access/permissions.ts'
import { findSession, toCaller } from '../../access/sessions.ts'
import { ApiError } from '../../errors.ts'
import { sessionCookie } from '../../server/cookies.ts'
import { createOwnPages } from '../../server/own-pages.ts'
import type { SiteServices } from '../services.ts'
import type { VisitedPage } from '../visit.ts'

/** The place of the page in the console; undefined for everybody who cannot edit it there. */
export async function findConsoleLink(
  { db, urls }: SiteServices,
  request: FastifyRequest,
  { space, page, entry }: VisitedPage,
): Promise<string | undefined> {
  const secret = sessionCookie(urls).read(request)
  const isShown = entry.preview === undefined && createOwnPages(urls.base).isOwnHost(request.headers)
  const session = secret && isShown ? await findSession(db, secret) : undefined
  if (!session) return undefined
  try {
    const own = await loadSpace(db, toCaller(session, secret!), space.id)
    return permits('space', 'propose', own) ? urls.app(`/spaces/${space.id}/pages/${page.id}`) : undefined
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}
