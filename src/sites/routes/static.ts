// Styles, fonts and scripts. Their names change with their content, so that browsers keep them for a year.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { STATIC, type StaticFile, type StaticFiles } from '../../server/static-files.ts'
import { encodingFor } from '../replies.ts'

const NAME = new RegExp(`/${STATIC}/([\\w.-]+)$`)
const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  woff2: 'font/woff2',
}

/** The file that a path names, on any site; they hold nothing of anybody. */
export const staticFileAt = ({ pathname }: URL, files: StaticFiles): StaticFile | undefined => {
  const name = NAME.exec(pathname)?.[1]
  return name === undefined ? undefined : files.find(name)
}

export function sendStatic(request: FastifyRequest, reply: FastifyReply, file: StaticFile): FastifyReply {
  const encoding = encodingFor(request)
  const encoded = encoding === 'br' ? file.br : encoding === 'gzip' ? file.gz : undefined
  reply.headers({
    'content-type': TYPES[file.name.split('.').at(-1)!] ?? 'application/octet-stream',
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
    vary: 'Accept-Encoding',
    ...(encoded && { 'content-encoding': encoding }),
  })
  return reply.send(encoded ?? file.bytes)
}
