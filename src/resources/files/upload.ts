// Serves uploads at signed URLs: the raw body, of any content type, is streamed to the file store.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { invalid, problem } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import { UPLOADS, type Upload, type VerifiedLink, verifyUpload } from '../../files/links.ts'
import { storeBytes } from '../../files/new-file.ts'
import { recordUpload } from '../../files/uploads.ts'
import { bytesOf } from '../../server/request-bytes.ts'
import type { UploadKind } from '../../shapes/files.ts'
import { checkLimits } from './upload-limits.ts'

export function serveUploads(http: FastifyInstance, files: Files): void {
  // A separate scope, because all other bodies are JSON.
  http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.route({
      method: ['PUT', 'POST'],
      url: UPLOADS,
      config: { operationId: 'uploadFile' },
      handler: (request, reply) => receiveUpload(request, reply, files),
    })
  })
}

async function receiveUpload(request: FastifyRequest, reply: FastifyReply, files: Files): Promise<FastifyReply> {
  const upload = openLink(request, files)
  const { key, organization, kind, name, size } = upload
  const announced = request.headers['content-length']
  if (announced !== undefined && Number(announced) !== size) throw otherSize(size)
  const stored = await storeBytes(files.store, { bytes: uploadedBytes(request), name, limit: size })
  if (stored.size !== size) throw otherSize(size)
  checkLimits(kind as UploadKind, { type: stored.contentType, size })
  const kept = await recordUpload(files.store, key, { ...stored, organization, kind })
  if (kept.blob !== stored.blob) throw problem('uploadedAlready')
  return reply.send({ object: 'storage-file', key, name: kept.name, contentType: kept.contentType, size })
}

function openLink({ params, query }: FastifyRequest, { signer }: Files): VerifiedLink<Upload> {
  const upload = verifyUpload(signer, { ...(query as object), ...(params as object) })
  if (!upload) throw problem('notFound')
  if (upload.expiresAt <= Date.now()) throw problem('uploadExpired')
  return upload
}

async function* uploadedBytes({ raw }: FastifyRequest): AsyncGenerator<Uint8Array> {
  try {
    yield* bytesOf(raw)
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ECONNRESET') throw error
    throw invalid({ path: '', message: 'ended before the upload was complete' })
  }
}

const otherSize = (size: number) => invalid({ path: '', message: `must have exactly ${size} bytes, as declared` })
