// Pages for people are at one host: cookies and passkeys belong to a host, and pages of published sites must not be next
// to them. Other names of this machine lead to it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OwnPages } from '../server/own-pages.ts'
import type { Urls } from '../server/urls.ts'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/

export const redirectToOwnHost =
  ({ urls, ownPages }: { urls: Urls; ownPages: OwnPages }) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (ownPages.isOwnHost(request.headers)) return undefined
    const isLoopback = LOOPBACK.test(request.headers.host ?? '') && LOOPBACK.test(new URL(urls.base).host)
    if (isLoopback) return reply.redirect(new URL(request.url, urls.base).href, 307)
    reply.callNotFound()
    return reply
  }
