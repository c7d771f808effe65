// A page, as HTML or as markdown. What was drawn is kept by everything it depends on.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fenceStateOf, listFences } from '../../domain/integrations/index.ts'
import { linkPeriod } from '../../files/signing.ts'
import { sha256 } from '../../lib/hash.ts'
import { LruCache } from '../../lib/lru-cache.ts'
import { BUILD } from '../../lib/version.ts'
import { stateOf } from '../../resources/site-lookup/index.ts'
import { STATIC } from '../../server/static-files.ts'
import { loadInterfaces } from '../interfaces/drawing.ts'
import { withApi } from '../look/api.ts'
import { withInterfaces } from '../look/interfaces.ts'
import { loadLook, lookState } from '../look/load.ts'
import { type Reader, readerOf } from '../look/reader.ts'
import { htmlHeaders, markdownHeaders } from '../machines/links.ts'
import { loadPageText } from '../machines/page-text.ts'
import { loadPageModel, type PageModel } from '../model/page.ts'
import { loadPageScripts, type PageScript, withScripts } from '../model/page-scripts.ts'
import { drawPage } from '../pages/article.ts'
import { pageHref } from '../paths.ts'
import { placeOf } from '../place.ts'
import { type DrawnPage, framersOf, type KeepWarm, policyFor, sendPage, toDrawn } from '../replies.ts'
import type { SiteServices } from '../services.ts'
import { isPrivate, type VisitedPage } from '../visit.ts'
import { findConsoleLink } from '../visitor/console-link.ts'
import { speculationHref } from './speculation.ts'

/** By the number of bytes. */
const cache = new LruCache<Kept>(64 * 1024 * 1024)

interface Kept {
  page: DrawnPage
  etag: string
  /** True if it is not drawn again for the next reader. */
  isFinal: boolean
}

export async function sendVisitedPage(
  services: SiteServices,
  request: FastifyRequest,
  reply: FastifyReply,
  visited: VisitedPage,
  asMarkdown: boolean,
  keepWarm: KeepWarm,
): Promise<FastifyReply> {
  const reader = readerOf(request)
  const write = asMarkdown ? undefined : await findConsoleLink(services, request, visited)
  const scripts = asMarkdown ? [] : await loadPageScripts(services, visited, request.host)
  const added = { write, scripts }
  const key = await keyOf(services, visited, asMarkdown, reader, added)
  const known = cache.get(key)
  const draw = async () => keep(key, await drawFor(services, visited, asMarkdown, reader, added))
  // What a preview shows is not all in the key.
  const { page, etag, isFinal } = known ?? (await (visited.entry.member === undefined ? drawOnce(key, draw) : draw()))
  const forAll = !isPrivate(visited) && write === undefined
  return sendPage(request, reply, page, { isPrivate: !forAll, etag, keep: forAll && isFinal ? keepWarm : undefined })
}

/** Readers who come at once wait for one drawing. */
const drawing = new Map<string, Promise<Kept>>()

function drawOnce(key: string, draw: () => Promise<Kept>): Promise<Kept> {
  const running = drawing.get(key)
  if (running) return running
  const started = draw().finally(() => drawing.delete(key))
  drawing.set(key, started)
  return started
}

/**
 * The ETag is from what is shown alone: an edit that the visitor cannot see leaves it as it is. While code is being
 * highlighted, the page is kept until the colors arrive.
 */
function keep(key: string, { page, isLasting, arrival }: Drawn): Kept {
  const isFinal = isLasting && arrival === undefined
  const kept = { page, etag: `W/"${sha256(page.bytes).slice(0, 32)}"`, isFinal }
  if (!isLasting) return kept
  cache.set(key, kept, page.bytes.length * 2 + 1000)
  void arrival?.then(() => cache.get(key) === kept && cache.delete(key))
  return kept
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

interface Drawn {
  page: DrawnPage
  isLasting: boolean
  arrival?: Promise<void> | undefined
}

const drawFor = (
  services: SiteServices,
  visited: VisitedPage,
  asMarkdown: boolean,
  reader: Reader,
  added: Added,
): Promise<Drawn> => (asMarkdown ? drawMarkdown(services, visited) : drawHtml(services, visited, reader, added))

async function drawHtml(services: SiteServices, visited: VisitedPage, reader: Reader, added: Added): Promise<Drawn> {
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
async function drawMarkdown(services: SiteServices, visited: VisitedPage): Promise<Drawn> {
  const { page, path, base, home } = visited
  const text = await loadPageText(services, visited, ['file'])
  const drawn = toDrawn(200, 'text/markdown; charset=utf-8', text, policyFor(undefined))
  const headers = markdownHeaders(visited, pageHref(base, path, page.id === home?.page.id))
  return { page: { ...drawn, headers }, isLasting: true }
}
