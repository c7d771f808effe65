// Draws the documentation of this version from the files that come with it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DEFAULTS } from '../domain/customization/index.ts'
import { problem } from '../errors.ts'
import type { Files } from '../files/files.ts'
import { loadStaticFiles, STATIC } from '../server/static-files.ts'
import type { Urls } from '../server/urls.ts'
import { lookOf } from '../sites/look/look.ts'
import { keepChoice, type Reader, readerOf } from '../sites/look/reader.ts'
import { MAX_QUERY } from '../sites/model/search-scope.ts'
import { drawPage } from '../sites/pages/article.ts'
import { drawMissing } from '../sites/pages/missing.ts'
import { drawOptions, drawSearchPage } from '../sites/pages/search.ts'
import { searchHref } from '../sites/paths.ts'
import type { Drawing, RenderedPages } from '../sites/rendered-pages.ts'
import { policyFor, sendPage, toDrawn } from '../sites/replies.ts'
import { sendStatic, staticFileAt } from '../sites/routes/static.ts'
import { ENGLISH_SITE } from '../sites/words.ts'
import { FILES, type HelpPage, type Library, readLibrary } from './library.ts'
import { frameOf, modelOf, type Places } from './model.ts'
import { indexLibrary, type Searchable, searchLibrary } from './search.ts'

interface Opened {
  library: Library
  index: Searchable[]
}

interface Serving extends Places {
  signer: Files['signer']
  pages: RenderedPages
  open(): Promise<Opened>
}

const HTML = 'text/html; charset=utf-8'
const OFFERED = 8
const LISTED = 30

/** Answers what is asked for below `/help`. */
export function answersFrom(
  urls: Urls,
  files: Files,
  pages: RenderedPages,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const home = `${urls.base}/help/`
  let opening: Promise<Opened> | undefined
  const open = () => {
    opening ??= readLibrary(home).then((library) => ({ library, index: indexLibrary(library) }))
    return opening
  }
  const serving: Serving = { home, base: urls.base, signer: files.signer, pages, open }
  return (request, reply) => answer(serving, request, reply)
}

async function answer(serving: Serving, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const url = new URL(request.url, serving.home)
  const path = decode(url.pathname.slice('/help/'.length)).replace(/\/+$/, '')
  const file = staticFileAt(url, await loadStaticFiles())
  if (file) return sendStatic(request, reply, file)
  const chosen = keepChoice(request, reply, url)
  if (chosen) return chosen
  if (path === `${STATIC}/search`) return sendSearch(serving, request, reply, url)
  const { library } = await serving.open()
  if (path.startsWith(FILES)) return sendFile(library, reply, path.slice(FILES.length))
  const page = path === '' ? library.pages[0] : library.findByPath(path)
  if (page && url.pathname !== new URL(library.hrefOf(page)).pathname) return reply.redirect(library.hrefOf(page), 308)
  if (page) return sendHelpPage(serving, request, reply, page)
  const twin = library.pages.find((each) => each.file === path || `${each.path}.md` === path)
  if (!twin) return sendMissing(serving, request, reply)
  return reply.type('text/markdown; charset=utf-8').send(Buffer.from(await library.readPage(twin)))
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    throw problem('notFound')
  }
}

async function sendFile(library: Library, reply: FastifyReply, path: string): Promise<FastifyReply> {
  const file = await library.readFile(path)
  if (!file) throw problem('notFound')
  reply.headers({
    'content-type': file.contentType,
    'cache-control': 'public, max-age=3600',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  })
  return reply.send(Buffer.from(file.bytes))
}

async function sendMissing(serving: Serving, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { library } = await serving.open()
  const look = await lookFor(serving, readerOf(request))
  const { text } = drawMissing(frameOf(library, serving), [], look)
  const policy = policyFor(new URL(serving.home), [], look.css)
  return sendPage(request, reply, toDrawn(404, HTML, text, policy), { isPrivate: true })
}

async function sendHelpPage(
  serving: Serving,
  request: FastifyRequest,
  reply: FastifyReply,
  page: HelpPage,
): Promise<FastifyReply> {
  const reader = readerOf(request)
  const draw = () => drawHelpPage(serving, page, reader)
  const rendered = await serving.pages.render(`help ${page.path} ${reader.theme}`, draw)
  return sendPage(request, reply, rendered.page, { isPrivate: false, etag: rendered.etag })
}

async function drawHelpPage(serving: Serving, page: HelpPage, reader: Reader): Promise<Drawing> {
  const { library } = await serving.open()
  const look = await lookFor(serving, reader)
  const model = await modelOf(library, serving, page)
  const { text } = drawPage(model, look)
  const drawn = toDrawn(200, HTML, text, policyFor(new URL(serving.home), [], look.css))
  return { page: drawn, isLasting: true, arrival: model.arrival }
}

const lookFor = async ({ home, signer }: Serving, reader: Reader) =>
  lookOf(DEFAULTS, {}, reader, { rows: [], signer, staticFiles: await loadStaticFiles(), site: home })

async function sendSearch(serving: Serving, request: FastifyRequest, reply: FastifyReply, url: URL) {
  const query = (url.searchParams.get('q') ?? '').slice(0, MAX_QUERY).toWellFormed()
  const { library, index } = await serving.open()
  const isDialog = url.searchParams.has('options')
  const pages = searchLibrary(library, index, query, isDialog ? OFFERED : LISTED)
  if (isDialog) {
    const drawn = toDrawn(200, HTML, drawOptions(pages, ENGLISH_SITE).text, policyFor(undefined))
    return sendPage(request, reply, drawn, { isPrivate: true })
  }
  const look = await lookFor(serving, readerOf(request))
  const searched = { action: searchHref(serving.home), query, scope: 'here' as const, hasScopes: false, pages }
  const { text } = drawSearchPage(frameOf(library, serving), look, searched)
  const policy = policyFor(new URL(serving.home), [], look.css)
  return sendPage(request, reply, toDrawn(200, HTML, text, policy), { isPrivate: true })
}
