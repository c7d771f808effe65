// The files of custom fonts, at signed addresses below every site: browsers load fonts from the origin of the page.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isNotModified, sendFile, sendNotModified } from '../../domain/downloads/index.ts'
import { decodeSegment } from '../../domain/site-paths/index.ts'
import { verifyDownload } from '../../files/links.ts'
import { STATIC } from '../../server/static-files.ts'
import type { SiteServices } from '../services.ts'

const PATH = new RegExp(`/${STATIC}/files/([^/]+)/([^/]+)$`)

/** Undefined if the address is not that of a file, or its signature is wrong or has expired. */
export async function sendFontFile(
  { files }: SiteServices,
  request: FastifyRequest,
  reply: FastifyReply,
  url: URL,
): Promise<FastifyReply | undefined> {
  const [, blob, name] = PATH.exec(url.pathname) ?? []
  if (blob === undefined || name === undefined) return undefined
  const given = { ...Object.fromEntries(url.searchParams), blob, name: decodeSegment(name) }
  const file = verifyDownload(files.signer, given)
  if (!file || file.expiresAt <= Date.now()) return undefined
  if (isNotModified(request, file)) return sendNotModified(reply, file)
  const stored = await files.store.find(file.blob)
  return stored && sendFile(request, reply, file, stored)
}
