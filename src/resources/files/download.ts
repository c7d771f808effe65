// Downloads behind signed links, without a token.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problem } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import { DOWNLOADS, type Download, type Opened, openDownload } from '../../files/links.ts'
import { isKnown, sendFile, sendKnown } from './sending.ts'

export function serveDownloads(http: FastifyInstance, { store, signer }: Files): void {
  http.route({
    method: ['GET', 'HEAD'],
    url: DOWNLOADS,
    exposeHeadRoute: false,
    // A page may show hundreds of pictures to many people behind one address.
    config: { operationId: 'downloadFile', rateLimit: false },
    async handler(request, reply) {
      const file = openLink(signer, request)
      if (isKnown(request, file)) return sendKnown(reply, file)
      const stored = await store.find(file.blob)
      if (!stored) throw problem('notFound')
      return sendFile(request, reply, file, stored)
    },
  })
}

function openLink(signer: Files['signer'], { params, query }: FastifyRequest): Opened<Download> {
  const file = openDownload(signer, { ...(query as object), ...(params as object) })
  if (!file) throw problem('notFound')
  if (file.ends <= Date.now()) throw problem('linkExpired')
  return file
}
