// The PDF of a page, alone or with those below it, or of its space: leads to the signed link that prints it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { settingsOf } from '../../domain/customization/index.ts'
import { findPageNode } from '../../domain/revisions/index.ts'
import { pdfUrl } from '../../resources/pdf/index.ts'
import { limitReaders } from '../reader-limit.ts'
import type { SiteServices } from '../services.ts'
import type { VisitedSpace } from '../visit.ts'

const limit = limitReaders(60)

export async function sendPdf(
  { db, urls, files }: SiteServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { site, route, space, view, entry }: VisitedSpace,
  { searchParams }: URL,
): Promise<FastifyReply | undefined> {
  if (!settingsOf(site, route.siteSpace).pdf.enabled) return undefined
  limit(request, reply)
  const page = searchParams.get('page') ?? ''
  // What the visitor cannot see is not there, whatever a PDF would contain.
  if (page !== '' && !(await findPageNode(db, view, page))) return undefined
  const url = await pdfUrl({
    db,
    urls,
    files,
    space,
    shareLink: entry.shareLink?.id,
    query: { page, only: page !== '' && searchParams.get('below') !== 'true' },
  })
  reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  return url === undefined ? undefined : reply.redirect(url, 307)
}
