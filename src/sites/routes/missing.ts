// An address of a site without a page.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { loadLook } from '../look/load.ts'
import { readerOf } from '../look/reader.ts'
import { findClosest } from '../model/closest.ts'
import { loadFrame } from '../model/frame.ts'
import { drawMissing } from '../pages/missing.ts'
import { placeOf } from '../place.ts'
import { framersOf, policyFor, sendPage, toDrawn } from '../replies.ts'
import type { SiteServices } from '../services.ts'
import type { VisitedSpace } from '../visit.ts'

export async function sendMissing(
  services: SiteServices,
  request: FastifyRequest,
  reply: FastifyReply,
  space: VisitedSpace,
  path: string,
): Promise<FastifyReply> {
  const { db } = services
  const frame = await loadFrame(db, space, undefined, placeOf(db, space, services))
  const isBrowser = String(request.headers.accept ?? '').includes('text/html')
  const closest = await findClosest(services, space, path, isBrowser)
  const look = await loadLook(services, space, readerOf(request))
  const { text } = drawMissing(frame, closest, look)
  const policy = policyFor(new URL(space.published.site), [], look.css, framersOf(services, space))
  const page = toDrawn(404, 'text/html; charset=utf-8', text, policy)
  return sendPage(request, reply, page, { isPrivate: true })
}
