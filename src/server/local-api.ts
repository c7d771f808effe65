// Serves requests from integrations to this server's own API in-process, without the network: the public URL may lead
// through a proxy that is unreachable from here, or to an address that must not be fetched. Only the API and the signed
// links in its replies are available; metrics and web pages are not.
import { Readable } from 'node:stream'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { problem } from '../errors.ts'
import type { LocalApi, ProxiedResponse } from '../runtime/outbound.ts'
import type { Urls } from './urls.ts'

/** The API, and the targets of links in its replies: files, uploads, PDFs and public specifications. */
const OPEN = /^\/(v1|files|uploads|pdf|openapi)(\/|\?|$)/

function notThere(): ProxiedResponse {
  const { status: code, message } = problem('notFound')
  const body = Buffer.from(JSON.stringify({ error: { code, message } }))
  return { status: code, headers: { 'content-type': 'application/json; charset=utf-8' }, body: Readable.from([body]) }
}

/** Drops the headers that only a proxy or a browser may set: there is neither in between. */
const withoutForwarding = (headers: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !/^(forwarded|x-forwarded-.*|x-real-ip|cookie|sec-fetch-.*)$/.test(name),
    ),
  )

export function createLocalApi(http: FastifyInstance, { base, integrationsHost }: Urls): LocalApi {
  const own = new URL(base)
  const below = own.pathname.replace(/\/?$/, '/')
  const pathOf = ({ origin, protocol, host, pathname }: URL): string | undefined => {
    if (origin === own.origin && pathname.startsWith(below)) return `/${pathname.slice(below.length)}`
    const isIntegration = integrationsHost !== undefined && host.endsWith(`.${integrationsHost}`)
    return isIntegration && protocol === own.protocol ? pathname : undefined
  }
  return async ({ method, url, headers, body }) => {
    const path = pathOf(url)
    if (path === undefined) return undefined
    if (!OPEN.test(path)) return notThere()
    const asked = {
      method: method as NonNullable<InjectOptions['method']>,
      url: path + url.search,
      headers: { ...withoutForwarding(headers), host: url.host },
      payloadAsStream: true as const,
    }
    const response = await http.inject(body ? { ...asked, payload: body } : asked)
    return {
      status: response.statusCode,
      headers: response.headers as Record<string, string | string[] | undefined>,
      body: response.stream(),
    }
  }
}
