// Answers a request to a published site: who asks for what, one view model of it, one page.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import { loadStaticFiles, STATIC } from '../server/static-files.ts'
import { keepChoice } from './look/reader.ts'
import { noticeOf } from './model/notice.ts'
import { drawNotice } from './pages/notice.ts'
import { askedBy, type RenderedPage } from './rendered-pages.ts'
import { isAnswered, policyFor, sendPage, toDrawn } from './replies.ts'
import { isAtSitesHost, urlOf } from './request.ts'
import { sendFontFile } from './routes/fonts.ts'
import { sendHostRobots } from './routes/host-robots.ts'
import { sendToMachine } from './routes/machines.ts'
import { isMcp, sendMcp } from './routes/mcp.ts'
import { sendMissing } from './routes/missing.ts'
import { sendVisitedPage } from './routes/page.ts'
import { isToldByReader, sendToReader } from './routes/reader.ts'
import { toSamePage } from './routes/same-page.ts'
import { sendSpeculationRules } from './routes/speculation.ts'
import { sendStatic, staticFileAt } from './routes/static.ts'
import type { SiteServices } from './services.ts'
import { type Asked, settleVisit, type Visit } from './visit.ts'
import { isMarked, keepClaims, keepToken, leavePreview, removeMark, sendToSignIn } from './visitor/admission.ts'
import { visitorOf } from './visitor/visitor.ts'

type Serving = Omit<SiteServices, 'db' | 'staticFiles'>
type PageServices = SiteServices & { remember(page: RenderedPage): void }

/** Sends what a site has at this address, and returns true; false if no site is there. */
export async function answerForSites(serving: Serving, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const { method } = request
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') return false
  const url = urlOf(request, serving.urls)
  if (!url || (url.host === new URL(serving.urls.base).host && !request.is404)) return false
  if (method === 'POST' && !isMcp(url) && !isToldByReader(url)) return false
  await sendAgainOrDraw(serving, request, reply, url)
  return isAnswered(reply)
}

async function sendAgainOrDraw(serving: Serving, request: FastifyRequest, reply: FastifyReply, url: URL) {
  const { database, pages } = serving
  const asked = askedBy(request)
  // What is remembered belongs to a state from before it was read.
  const state = asked === undefined ? '' : await database.state()
  const known = asked === undefined ? undefined : pages.find(asked, state)
  if (known) return sendPage(request, reply, known.page, { isPrivate: false, etag: known.etag })
  const services = { ...serving, db: await database.siteReader(), staticFiles: await loadStaticFiles() }
  if (isMcp(url)) return sendMcp(services, request, reply, url)
  const remember = (page: RenderedPage) => asked !== undefined && pages.remember(asked, state, page)
  return answer({ ...services, remember }, request, reply, url)
}

async function answer(services: PageServices, request: FastifyRequest, reply: FastifyReply, url: URL) {
  const file = staticFileAt(url, services.staticFiles)
  if (file) return sendStatic(request, reply, file)
  const sent = keepChoice(request, reply, url) ?? sendSpeculationRules(reply, url)
  if (sent) return sent
  await sendFontFile(services, request, reply, url)
  if (!isAnswered(reply)) await sendHostRobots(services, reply, url)
  if (isAnswered(reply)) return undefined
  const isBrowser = wantsPage(request)
  try {
    const asked = { url, visitorOf: askingVisitor(request, url), isExchanging: isBrowser }
    const visit = await settleVisit(services, asked)
    return await send(services, request, reply, url, visit)
  } catch (error) {
    if (!(error instanceof ApiError) || !isBrowser) throw error
    return notice(services, request, reply, error.status, error)
  }
}

const askingVisitor =
  (request: FastifyRequest, url: URL): Asked['visitorOf'] =>
  (site) =>
    visitorOf(request, url, site, undefined)

async function send(
  services: PageServices,
  request: FastifyRequest,
  reply: FastifyReply,
  url: URL,
  visit: Visit,
): Promise<FastifyReply | undefined> {
  const elsewhere = await toSamePage(services, visit, url)
  if (elsewhere !== undefined) return reply.redirect(elsewhere, 307)
  switch (visit.kind) {
    case 'nothing':
      return isAtSitesHost(url, services.urls) ? notice(services, request, reply, 404) : undefined
    case 'sign-in':
      return sendToSignIn(request, reply, url, visit.doorway, visit.to)
    case 'admitted':
      return keepToken(request, reply, url, visit.doorway, visit.kept)
    case 'leaving':
      return leavePreview(reply, url, visit.doorway)
    case 'redirect':
      return reply.redirect(visit.to, visit.isPermanent ? 308 : 307)
    case 'missing': {
      const { space, path } = visit
      await sendToReader(services, request, reply, space, path, url)
      if (!isAnswered(reply)) await sendToMachine(services, request, reply, space, path)
      if (!isAnswered(reply)) await sendMissing(services, request, reply, space, path)
      return undefined
    }
    case 'page': {
      if (isMarked(url)) return removeMark(reply, url)
      const { visited, asMarkdown } = visit
      keepClaims(request, reply, url, visited.doorway)
      const isMarkdown = asMarkdown || prefersMarkdown(request)
      return sendVisitedPage(services, request, reply, visited, isMarkdown)
    }
  }
}

const prefersMarkdown = ({ headers }: FastifyRequest): boolean => {
  const types = String(headers.accept ?? '')
    .split(',')
    .map((each) => each.split(';')[0]!.trim())
  return types.includes('text/markdown') && !types.includes('text/html')
}

const wantsPage = ({ headers }: FastifyRequest): boolean => String(headers.accept ?? '').includes('text/html')

async function notice(
  services: SiteServices,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  error?: ApiError,
) {
  const { urls, staticFiles } = services
  const told = await noticeOf(services, request, status, error)
  const styles = `${urls.base}/${STATIC}/${staticFiles.styles}`
  const { text: body } = drawNotice(told, styles)
  const page = toDrawn(status, 'text/html; charset=utf-8', body, policyFor(new URL(urls.base)))
  return sendPage(request, reply, page, { isPrivate: true })
}
