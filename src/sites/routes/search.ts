// Searching a site: a page, or the options of the dialog.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { loadLook } from '../look/load.ts'
import { readerOf } from '../look/reader.ts'
import { loadFrame, wordsOf } from '../model/frame.ts'
import { searchSite } from '../model/search.ts'
import { defaultScope, hasScopes, MAX_QUERY, type Scope } from '../model/search-scope.ts'
import { drawOptions, drawSearchPage } from '../pages/search.ts'
import { searchHref } from '../paths.ts'
import { placeOf } from '../place.ts'
import { limitReaders } from '../reader-limit.ts'
import { policyFor, sendPage, toDrawn } from '../replies.ts'
import type { SiteServices } from '../services.ts'
import type { VisitedSpace } from '../visit.ts'

const LISTED = 30
const OFFERED = 8

/** Dialogs ask with every key. */
const limit = limitReaders(600)

export async function sendSearch(
  services: SiteServices,
  request: FastifyRequest,
  reply: FastifyReply,
  visited: VisitedSpace,
  { searchParams }: URL,
): Promise<FastifyReply> {
  limit(request, reply)
  const query = (searchParams.get('q') ?? '').slice(0, MAX_QUERY).toWellFormed()
  const given = searchParams.get('scope')
  const scope: Scope = given === 'here' || given === 'everywhere' ? given : defaultScope(visited)
  const isDialog = searchParams.has('options')
  const pages = await searchSite(services, visited, { query, scope, limit: isDialog ? OFFERED : LISTED })
  if (isDialog) {
    const drawn = toDrawn(
      200,
      'text/html; charset=utf-8',
      drawOptions(pages, wordsOf(visited)).text,
      policyFor(undefined),
    )
    return sendPage(request, reply, drawn, { isPrivate: true })
  }
  const frame = await loadFrame(services.db, visited, undefined, placeOf(services.db, visited, services))
  const searched = { action: searchHref(visited.base), query, scope, hasScopes: hasScopes(visited), pages }
  const look = await loadLook(services, visited, readerOf(request))
  const { text } = drawSearchPage(frame, look, searched)
  const policy = policyFor(new URL(visited.published.site), [], look.css)
  return sendPage(request, reply, toDrawn(200, 'text/html; charset=utf-8', text, policy), { isPrivate: true })
}
