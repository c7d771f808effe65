// Pictures of users: stored bytes at an address that only the server can sign, served without a token like other images.
import type { FastifyInstance } from 'fastify'
import { invalid, problem } from '../../errors.ts'
import { detectType } from '../../files/content-type.ts'
import type { Files } from '../../files/files.ts'
import { fromBase64 } from '../../files/new-file.ts'

const MAX_BYTES = 1024 * 1024
const TYPES: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
}
const EXTENSIONS = Object.fromEntries(Object.entries(TYPES).map(([type, extension]) => [extension, type]))

/** Stores a picture, and returns the path it is at. */
export async function storePicture(files: Files, bytes: Buffer): Promise<string> {
  const wrong = (message: string) => invalid({ path: 'data', message })
  if (bytes.length === 0 || bytes.length > MAX_BYTES) throw wrong('must be a picture of at most 1 MiB')
  const { blob, head } = await files.store.put([bytes], { limit: MAX_BYTES })
  const extension = TYPES[await detectType(head, '')]
  if (!extension) throw wrong('must be a PNG, JPEG, WebP or GIF file')
  return `/files/pictures/${blob}/${files.signer.sign('picture', blob, extension)}.${extension}`
}

export function decodePicture(data: string): Buffer {
  const bytes = fromBase64(data)
  if (!bytes) throw invalid({ path: 'data', message: 'must be Base64' })
  return bytes
}

export function servePictures(http: FastifyInstance, files: Files): void {
  http.route({
    method: ['GET', 'HEAD'],
    url: '/files/pictures/:blob/:name',
    exposeHeadRoute: false,
    config: { operationId: 'downloadPicture', rateLimit: false },
    async handler({ params, method }, reply) {
      const { blob, name } = params as { blob: string; name: string }
      const [key = '', extension = ''] = name.split('.')
      const type = EXTENSIONS[extension]
      const isOurs = type !== undefined && files.signer.isSigned(key, 'picture', blob, extension)
      const stored = isOurs ? await files.store.find(blob) : undefined
      if (!stored) throw problem('notFound')
      reply.headers({
        'content-type': type,
        'content-length': stored.size,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      return reply.send(method === 'HEAD' ? undefined : await stored.read())
    },
  })
}
