// The page for people who open an address that does not exist. Programs get an error of the API.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { html } from '../render/html/index.ts'
import { createOwnPages } from '../server/own-pages.ts'
import type { Urls } from '../server/urls.ts'
import { gatePage } from './gate/gate.ts'
import { heading, linkButton } from './gate/parts.ts'

/** What only programs call. */
const FOR_PROGRAMS = /^\/(v1|scim)(\/|$|\?)/

export function serveMissingPage(http: FastifyInstance, { base }: Urls): void {
  const ownPages = createOwnPages(base)
  const page = gatePage({
    base,
    title: 'Not found',
    body: html`${heading('Not found', 'There is nothing at this address. Check its spelling, or go on from the start.')}
${linkButton('Open Lectern', `${base}/`)}
${linkButton('API reference', `${base}/docs`, 'bare')}`,
  })
  const isPersonLost = ({ is404, method, url, headers }: FastifyRequest) =>
    is404 &&
    method === 'GET' &&
    (headers.accept?.includes('text/html') ?? false) &&
    !FOR_PROGRAMS.test(url) &&
    ownPages.isOwnHost(headers)
  http.addHook('onRequest', async (request, reply) => (isPersonLost(request) ? page(reply.code(404)) : undefined))
}
