// The pages below a page, for the page tree.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readContent } from '../../domain/revisions/index.ts'
import { sha256 } from '../../lib/hash.ts'
import { toTreeLinks, wordsOf } from '../model/frame.ts'
import { type Part, readBranch } from '../model/page-tree.ts'
import { drawItems } from '../pages/tree.ts'
import { placeOf } from '../place.ts'
import { policyFor, sendPage, toDrawn } from '../replies.ts'
import type { SiteServices } from '../services.ts'
import { isPrivate, type VisitedSpace } from '../visit.ts'

export async function sendBranch(
  services: SiteServices,
  request: FastifyRequest,
  reply: FastifyReply,
  visited: VisitedSpace,
  { searchParams }: URL,
): Promise<FastifyReply | undefined> {
  const { db } = services
  const branch = await readContent(
    db,
    readBranch(visited.view.tree, searchParams.get('page') ?? '', partOf(searchParams)),
  )
  if (!branch) return undefined
  const place = placeOf(db, visited, services)
  const { text } = drawItems(await toTreeLinks(branch, visited, place), wordsOf(visited))
  const page = toDrawn(200, 'text/html; charset=utf-8', text, policyFor(undefined))
  return sendPage(request, reply, page, { isPrivate: isPrivate(visited), etag: `W/"${sha256(text).slice(0, 32)}"` })
}

/** What part of a long list is asked for; undefined for the beginning. */
function partOf(asked: URLSearchParams): Part | undefined {
  const [from, to] = [placeIn(asked.get('from')), placeIn(asked.get('to'))]
  if (from !== undefined) return { from }
  return to === undefined ? undefined : { to }
}

const placeIn = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
