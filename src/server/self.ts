// Answers what parts of this server ask of its own API, without a detour over the network: its address may lead through
// a proxy that cannot be reached from here, or to a machine that must not be asked otherwise.
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { AskSelf } from '../runtime/outbound.ts'

export function askingSelf(http: FastifyInstance, base: string): AskSelf {
  const own = new URL(base)
  const below = own.pathname.replace(/\/?$/, '/')
  return async ({ method, url, headers, body }) => {
    if (url.origin !== own.origin || !url.pathname.startsWith(below)) return undefined
    const path = `/${url.pathname.slice(below.length)}${url.search}`
    const asked = { method: method as NonNullable<InjectOptions['method']>, url: path, headers, payloadAsStream: true }
    const response = await http.inject(body ? { ...asked, payload: body } : asked)
    return {
      status: response.statusCode,
      headers: response.headers as Record<string, string | string[] | undefined>,
      body: response.stream(),
    }
  }
}
