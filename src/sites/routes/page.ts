// A page, as HTML or as markdown. What was drawn is kept by everything that it depends on.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fenceStateOf, listFences } from '../../domain/integrations/index.ts'
import { linkPeriod } from '../../files/signing.ts'
import { sha256 } from '../../lib/hash.ts'
import { BUILD } from '../../lib/version.ts'
import { stateOf } from '../../resources/site-lookup/index.ts'
import { STATIC } from '../../server/static-files.ts'
import { loadInterfaces } from '../interfaces/drawing.ts'
import { withApi, withInterfaces } from '../look/interfaces.ts'
import { loadLook, lookState } from '../look/load.ts'
import { type Reader, readerOf } from '../look/reader.ts'
import { htmlHeaders, markdownHeaders } from '../machines/links.ts'
import { loadPageText } from '../machines/page-text.ts'
import { loadPageModel, type PageModel } from '../model/page.ts'
import { loadPageScripts, type PageScript, withScripts } from '../model/page-scripts.ts'
import { drawPage } from '../pages/article.ts'
import { pageHref } from '../paths.ts'
import { placeOf } from '../place.ts'
import { type Drawing, type RenderedPage, toRendered } from '../rendered-pages.ts'
import { framersOf, policyFor, sendPage, toDrawn } from '../replies.ts'
import type { SiteServices } from '../services.ts'
import { isPrivate, type VisitedPage } from '../visit.ts'
import { findConsoleLink } from '../visitor/console-link.ts'
import { speculationHref } from './speculation.ts'

export async function sendVisitedPage(
  services: SiteServices & { remember(page: RenderedPage): void },
  request: FastifyRequest,
  reply: FastifyReply,
  visited: VisitedPage,
  asMarkdown: boolean,
): Promise<FastifyReply> {
  const reader = readerOf(request)
  const write = asMarkdown ? undefined : await findConsoleLink(services, request, visited)
  const scripts = asMarkdown ? [] : await loadPageScripts(services, visited, request.host)
  const added = { write, scripts }
  const key = await keyOf(services, visited, asMarkdown, reader, added)
  const draw = () => drawFor(services, visited, asMarkdown, reader, added)
  // What a preview shows is not all in the key.
  const isPreview = visited.entry.member !== undefined
  const rendered = isPreview ? toRendered(key, await draw()) : await services.pages.render(key, draw)
  const forAll = !isPrivate(visited) && write === undefined
  if (forAll && rendered.isFinal) services.remember(rendered)
  return sendPage(request, reply, rendered.page, { isPrivate: !forAll, etag: rendered.etag })
}

async function keyOf(
  { db, staticFiles }: SiteServices,
  visited: VisitedPage,
  asMarkdown: boolean,
  reader: Reader,
  added: Added,
) {
  const { site, structure, view, page, published, entry, base, space } = visited
  const parts = [
    BUILD,
    staticFiles.styles,
    staticFiles.script,
    staticFiles.apiStyles,
    staticFiles.apiScript,
    await stateOf(db, site, structure),
    space.computed_state,
    space.git_sync,
    view.name,
    page.id,
    base,
    published.site,
    entry.claims,
    entry.member,
    linkPeriod(),
    asMarkdown && fenceStateOf(await listFences(db, space)),
    asMarkdown || (await lookState(db, visited, reader)),
    added,
  ]
  return sha256(JSON.stringify(parts)).slice(0, 32)
}

/** What depends on where the page is asked for, and by whom. */
interface Added {
  /** Where a member edits the page. */
  write: string | undefined
  scripts: readonly PageScript[]
}

const drawFor = (
  services: SiteServices,
  visited: VisitedPage,
  asMarkdown: boolean,
  reader: Reader,
  added: Added,
): Promise<Drawing> => (asMarkdown ? drawMarkdown(services, visited) : drawHtml(services, visited, reader, added))

async function drawHtml(services: SiteServices, visited: VisitedPage, reader: Reader, added: Added): Promise<Drawing> {
  const { db } = services
  const plain = await loadLook(services, visited, reader)
  const theme = plain.theme ?? 'light'
  const loaded = await loadPageModel(db, visited, placeOf(db, visited, services), {
    isServed: true,
    interfaces: (document) => loadInterfaces(services, visited, document, theme),
  })
  const { write, scripts } = added
  const model = { ...loaded, actions: { ...loaded.actions, write }, scripts }
  const look = withInterfaces(withApi(plain, model, services.staticFiles), model, services.staticFiles)
  const policy = policyFor(
    new URL(visited.published.site),
    framesOf(model, visited),
    look.css,
    framersOf(services, visited),
    model.connectOrigins,
  )
  const { text } = drawPage(model, look)
  const page = toDrawn(200, 'text/html; charset=utf-8', text, withScripts(policy, scripts))
  const headers = {
    ...htmlHeaders(visited, model.meta, model.actions.markdown),
    'speculation-rules': `"${speculationHref(visited.published.site)}"`,
  }
  // The bar of a preview names what may change at any time.
  const isLasting = model.isLasting && visited.entry.member === undefined
  return { page: { ...page, headers }, isLasting, arrival: model.arrival }
}

/** What a page may frame: embedded content that readers open, and diagrams. */
const framesOf = ({ frameOrigins, body }: PageModel, { published }: VisitedPage): string[] =>
  body.text.includes(' data-diagram="mermaid"') ? [...frameOrigins, `${published.site}${STATIC}/`] : frameOrigins

/** Pages have the same relative paths here, files have not. */
async function drawMarkdown(services: SiteServices, visited: VisitedPage): Promise<Drawing> {
  const { page, path, base, home } = visited
  const text = await loadPageText(services, visited, ['file'])
  const drawn = toDrawn(200, 'text/markdown; charset=utf-8', text, policyFor(undefined))
  const headers = markdownHeaders(visited, pageHref(base, path, page.id === home?.page.id))
  return { page: { ...drawn, headers }, isLasting: true }
}
