// The picture that stands for a page where its link is shared, for whoever may read the page.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findPageNode } from '../../domain/revisions/index.ts'
import { clientHas } from '../../lib/etags.ts'
import { sha256 } from '../../lib/hash.ts'
import { loadLogo } from '../model/logo.ts'
import { cardOf, logoUrl, socialVersion } from '../model/social.ts'
import { limitReaders } from '../reader-limit.ts'
import type { SiteServices } from '../services.ts'
import { isPrivate, type VisitedSpace } from '../visit.ts'

/** Those who show links ask for many pages from few addresses. */
const limit = limitReaders(300)

const DAY_IN_SECONDS = 24 * 60 * 60

export async function sendSocial(
  { db, pdfs, fetcher }: SiteServices,
  request: FastifyRequest,
  reply: FastifyReply,
  visited: VisitedSpace,
  { searchParams }: URL,
): Promise<FastifyReply | undefined> {
  const node = await findPageNode(db, visited.view, searchParams.get('page') ?? '')
  if (node?.page.type !== 'document') return undefined
  limit(request, reply)
  const version = socialVersion(visited, node.page)
  const url = logoUrl(visited)
  const logo = url === undefined ? undefined : await loadLogo(fetcher, url)
  // The logo may change at its address.
  const key = logo ? sha256(version + logo.data) : version
  const etag = `"${key.slice(0, 32)}"`
  const isCurrent = version.startsWith(searchParams.get('v') || '-')
  const scope = isPrivate(visited) ? 'private' : 'public'
  reply.headers({
    etag,
    'content-type': 'image/png',
    'cache-control': isCurrent ? `${scope}, max-age=${DAY_IN_SECONDS}` : `${scope}, no-cache`,
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    'cross-origin-resource-policy': 'cross-origin',
    vary: 'Cookie',
  })
  if (clientHas(request, etag)) return reply.code(304).send()
  const load = (id: string, shown = logo) => pdfs.loadCard(id, cardOf(visited, node.page, shown))
  // A logo that cannot be drawn is left out.
  const picture = await load(key).catch((error) => (logo ? load(version, undefined) : Promise.reject(error)))
  reply.header('content-length', picture.size)
  return reply.send(request.method === 'HEAD' ? undefined : await picture.read())
}
