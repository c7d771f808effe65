// Serves file downloads at signed URLs, without a token.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isNotModified, sendFile, sendNotModified } from '../../domain/downloads/index.ts'
import { problem } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import {
  DOWNLOADS,
  type Download,
  PICTURE_WIDTHS,
  SIZED_TYPES,
  type VerifiedLink,
  verifyDownload,
} from '../../files/links.ts'
import { MINUTE } from '../../lib/time.ts'
import type { Pictures } from '../../pictures/pictures.ts'

export function serveDownloads(http: FastifyInstance, { store, signer }: Files, pictures: Pictures): void {
  http.route({
    method: ['GET', 'HEAD'],
    url: DOWNLOADS,
    exposeHeadRoute: false,
    // A page may show hundreds of pictures to many users who share an IP address.
    config: { operationId: 'downloadFile', rateLimit: false },
    async handler(request, reply) {
      const file = openLink(signer, request)
      const { file: sent, stored } = (await findSmaller(pictures, request, file)) ?? { file, stored: undefined }
      if (isNotModified(request, sent)) return sendNotModified(reply, sent)
      const found = stored ?? (await store.find(sent.blob))
      if (!found) throw problem('notFound')
      return sendFile(request, reply, sent, found)
    },
  })
}

/** The picture in the width that is asked for; undefined if it is sent as it is. */
async function findSmaller(pictures: Pictures, { query }: FastifyRequest, file: VerifiedLink<Download>) {
  const width = Number((query as { width?: unknown }).width)
  if (!PICTURE_WIDTHS.includes(width) || !SIZED_TYPES.includes(file.contentType)) return undefined
  const stored = await pictures.find(file.blob, file.contentType, width)
  // Browsers ask again soon.
  if (stored === 'later') return { file: { ...file, expiresAt: Date.now() + MINUTE }, stored: undefined }
  if (!stored) return undefined
  const name = file.name.replace(/(\.\w+)?$/, '.webp')
  return { file: { ...file, blob: `${file.blob}-${width}`, name, contentType: 'image/webp' }, stored }
}

function openLink(signer: Files['signer'], { params, query }: FastifyRequest): VerifiedLink<Download> {
  const file = verifyDownload(signer, { ...(query as object), ...(params as object) })
  if (!file) throw problem('notFound')
  if (file.expiresAt <= Date.now()) throw problem('linkExpired')
  return file
}
