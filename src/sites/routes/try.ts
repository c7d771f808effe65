// Sends requests for the forms of operations, where the browser of the reader cannot do it. A form works only for an
// operation that the page shows to this reader, and only from the page itself.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isApiBlock, sourceNameOf } from '../../computed/reference/index.ts'
import { loadOperations } from '../../domain/drawing/index.ts'
import { findPageNode } from '../../domain/revisions/index.ts'
import { walk } from '../../engine/walk.ts'
import { problem } from '../../errors.ts'
import { createOwnPages } from '../../server/own-pages.ts'
import { loadReadDocument } from '../model/page.ts'
import { placeOf } from '../place.ts'
import { limitReaders, limitSites } from '../reader-limit.ts'
import { readBody } from '../request-body.ts'
import type { SiteServices } from '../services.ts'
import { type Asked, readAsked } from '../try-it/asked.ts'
import { sendAsked } from '../try-it/send.ts'
import type { VisitedPage, VisitedSpace } from '../visit.ts'

const MAX_BODY = 512 * 1024

const limitReader = limitReaders(60)
const limitSite = limitSites(600)

export async function sendTry(
  services: SiteServices,
  request: FastifyRequest,
  reply: FastifyReply,
  visited: VisitedSpace,
  url: URL,
): Promise<FastifyReply | undefined> {
  if (request.method !== 'POST') return undefined
  limitReader(request, reply)
  limitSite(visited.site.id, reply)
  if (!createOwnPages(url.origin).isSameOrigin(request.headers)) throw problem('forbidden')
  const asked = readAsked(await readBody(request, MAX_BODY))
  if (!asked) throw problem('invalid')
  const found = await findPageNode(services.db, visited.view, url.searchParams.get('page') ?? '')
  const operation = found?.page.type === 'document' && (await findOperation(services, { ...visited, ...found }, asked))
  if (!operation) throw problem('apiNotNamed')
  const ended = new AbortController()
  reply.raw.once('close', () => ended.abort())
  const answer = await sendAsked(services.tryItFetcher, operation, asked, undefined, ended.signal)
  return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(answer)
}

/** The operation, if the page shows it. */
async function findOperation(services: SiteServices, visited: VisitedPage, { spec, method, path }: Asked) {
  const { db } = services
  const document = await loadReadDocument(db, visited)
  for (const { node } of walk(document)) {
    const { data = {} } = node as { data?: Record<string, unknown> }
    const isIt =
      node.object === 'block' &&
      isApiBlock(node.type) &&
      sourceNameOf(data.ref) === spec &&
      String(data.method).toLowerCase() === method &&
      data.path === path
    if (!isIt) continue
    const shown = await loadOperations(placeOf(db, visited, services), { ...document, nodes: [node] })
    return shown.operation(node)
  }
  return undefined
}
