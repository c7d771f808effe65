// Members open a preview with their own rights: the session is only known at the base URL, so they come here first and
// go on to the site with a token for themselves.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { loadOrganization } from '../../access/loading/objects.ts'
import { loadSite } from '../../access/loading/sites.ts'
import { findSession, toCaller } from '../../access/sessions.ts'
import type { Database } from '../../db/database.ts'
import { siteUrl } from '../../domain/site-addresses/index.ts'
import { type EntryServices, findPreview, OPEN_PREVIEW, PREVIEW_PARAMETER } from '../../domain/visits/index.ts'
import { problem } from '../../errors.ts'
import { sessionCookie } from '../../server/cookies.ts'
import { createOwnPages } from '../../server/own-pages.ts'

export type PreviewServices = Omit<EntryServices, 'db'> & { database: Database }

/** Sends a member to the preview, or to sign in first. */
export function previewOpener({
  database,
  urls,
  siteTokens,
}: PreviewServices): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const cookie = sessionCookie(urls)
  const ownPages = createOwnPages(urls.base)
  return async (request, reply) => {
    if (!ownPages.isOwnHost(request.headers)) throw problem('notFound')
    const { previewId } = request.params as { previewId: string }
    const secret = cookie.read(request)
    const session = secret && (await findSession(database.read, secret))
    reply.header('cache-control', 'private, no-store')
    if (!session) {
      const returnTo = `${OPEN_PREVIEW}/${encodeURIComponent(previewId)}`
      return reply.redirect(`${urls.base}/sign-in?${new URLSearchParams({ returnTo })}`, 303)
    }
    const preview = await findPreview(database.read, previewId)
    const row = preview && (await findOwner(database, preview.site_id))
    if (!preview || !row) throw problem('previewEnded')
    const caller = toCaller(session, secret)
    const organization = await loadOrganization(database.read, caller, row.organization_id)
    const site = await loadSite(database.read, caller, organization, preview.site_id)
    const token = await siteTokens.signPreview({ site: site.id, member: caller.user.id, preview: preview.id })
    return reply.redirect(`${siteUrl(urls, organization, site)}?${PREVIEW_PARAMETER}=${token}`, 303)
  }
}

const findOwner = ({ read }: Database, siteId: string) =>
  read.selectFrom('sites').select('organization_id').where('id', '=', siteId).executeTakeFirst()
