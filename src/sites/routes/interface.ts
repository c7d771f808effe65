// What readers do with the interface of an integration. It works only for a block that the page shows to this reader, and
// only from the page itself.
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'
import { installedInSpace, renderComponent } from '../../domain/dispatch/index.ts'
import { findIntegration } from '../../domain/integrations/index.ts'
import { blocksIn } from '../../domain/interfaces/index.ts'
import { findPageNode } from '../../domain/revisions/index.ts'
import { problem } from '../../errors.ts'
import { loadIcons } from '../../lib/icons.ts'
import { findJson } from '../../lib/json.ts'
import { drawInterface, outputOf } from '../../render/contentkit/index.ts'
import { PLAIN } from '../../render/html/index.ts'
import { createOwnPages } from '../../server/own-pages.ts'
import { placeFor } from '../interfaces/drawing.ts'
import { wordsOf } from '../model/frame.ts'
import { loadReadDocument } from '../model/page.ts'
import { limitReaders, limitSites } from '../reader-limit.ts'
import { readBody } from '../request-body.ts'
import type { SiteServices } from '../services.ts'
import type { VisitedPage, VisitedSpace } from '../visit.ts'

const MAX_BODY = 256 * 1024

const limitReader = limitReaders(120)
const limitSite = limitSites(1200)

const Name = Type.String({ minLength: 1, maxLength: 256 })
const Json = Type.Record(Type.String(), Type.Unknown())

const Asked = Type.Object({
  integration: Name,
  block: Name,
  component: Name,
  prefix: Type.String({ pattern: '^ck-\\d{1,3}$' }),
  theme: Type.Union([Type.Literal('light'), Type.Literal('dark')]),
  props: Json,
  state: Type.Optional(Json),
  action: Type.Optional(Json),
})

export async function sendInterface(
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
  const asked = findJson(await readBody(request, MAX_BODY), 100)
  if (!Check(Asked, asked)) throw problem('invalid')
  const found = await findPageNode(services.db, visited.view, url.searchParams.get('page') ?? '')
  if (found?.page.type !== 'document' || !(await isShown(services, { ...visited, ...found }, asked)))
    throw problem('notFound')
  const answer = await render(services, visited, asked)
  return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(answer)
}

/** Whether the page has the block. */
async function isShown({ db }: SiteServices, visited: VisitedPage, { integration, block }: Static<typeof Asked>) {
  for (const each of blocksIn(await loadReadDocument(db, visited)))
    if (each.integration === integration && each.component === block) return true
  return false
}

async function render(services: SiteServices, visited: VisitedSpace, asked: Static<typeof Asked>) {
  const { db } = services
  const integration = await findIntegration(db, asked.integration)
  if (!integration) throw problem('notFound')
  const ids = await installedInSpace(db, integration, visited.space)
  const { theme, props, state, action, prefix } = asked
  const { output } = await renderComponent(services, integration, ids, {
    componentId: asked.component,
    props,
    context: { type: 'document', theme, spaceId: visited.space.id, editable: false },
    ...(state && { state }),
    ...(action && { action }),
  })
  const shown = outputOf(findJson(output))
  if (!shown) throw problem('badRendering')
  if ('isComplete' in shown) return shown
  const isModal = asked.component !== asked.block
  const place = placeFor(services, visited, asked.integration, {
    state: shown.state,
    prefix: isModal ? `${prefix}-modal` : prefix,
  })
  const surroundings = { ...PLAIN, words: wordsOf(visited).blocks, icon: await loadIcons('regular') }
  const { text } = drawInterface(shown.element, place, surroundings)
  return { html: text, state: shown.state, props: shown.props }
}
