// The drawings of icons for the console, a few at a time: all of them are more than a megabyte.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { findIconNames, loadIcons } from '../lib/icons.ts'
import { STATIC } from '../server/static-files.ts'

/** More at once are left out. */
const MOST = 100

const config = { operationId: 'icons' }

export function serveIcons(http: FastifyInstance): void {
  http.get<{ Querystring: { names?: string } }>(`/${STATIC}/icons`, { config }, async ({ query }, reply) => {
    if (query.names === undefined) return send(reply, await findIconNames())
    const find = await loadIcons()
    const asked = String(query.names).split(',').slice(0, MOST)
    return send(reply, Object.fromEntries(asked.map((name) => [name, find(name) ?? null])))
  })
}

/** Only another version of Lectern has other icons. */
const send = (reply: FastifyReply, body: unknown): FastifyReply =>
  reply
    .headers({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
    })
    .send(JSON.stringify(body))
