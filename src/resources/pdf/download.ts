// Sends PDFs, from the cache or printed on demand.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { LoggedDispatchServices } from '../../domain/dispatch/index.ts'
import { isNotModified, sendFile, sendNotModified } from '../../domain/downloads/index.ts'
import { interfaceState } from '../../domain/interfaces/index.ts'
import { findPublishedSpace, type PublishedSpace } from '../../domain/site-addresses/index.ts'
import { problem } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import { sha256 } from '../../lib/hash.ts'
import { BUILD } from '../../lib/version.ts'
import type { Pdfs } from '../../pdf/pdfs.ts'
import type { Urls } from '../../server/urls.ts'
import { assembleBook } from './book.ts'
import { openPdfLink, type Print } from './links.ts'
import { findSource, type Source } from './queries.ts'

export interface PdfServing extends Omit<LoggedDispatchServices, 'db'> {
  database: Database
  files: Files
  pdfs: Pdfs
  urls: Urls
}

export async function sendPdf(
  serving: PdfServing,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { expiresAt, ...print } = openLink(serving.files, request)
  const source = await findSource(serving.database.read, print)
  if (!source) throw problem('notFound')
  const published = await findPublishedSpace(serving.database.read, source.space.id, serving.urls)
  const cover = coverOf(source, published)
  const key = sha256(
    JSON.stringify([
      BUILD,
      source.revision.root,
      source.space.computed_state,
      print.page,
      print.only,
      source.from?.root,
      cover,
      await interfaceState(serving.database.read, source.space),
    ]),
  )
  const { name } = request.params as { name: string }
  const file = { blob: key, name, contentType: 'application/pdf', expiresAt, mayEnd: print.shareLink !== '' }
  if (isNotModified(request, file)) return sendNotModified(reply, file)
  return sendFile(request, reply, file, await loadPdf(serving, { key, print, source, cover }))
}

function openLink({ signer }: Files, { params, query }: FastifyRequest) {
  const print = openPdfLink(signer, { ...(query as object), ...(params as object) })
  if (!print) throw problem('notFound')
  if (print.expiresAt <= Date.now()) throw problem('pdfLinkExpired')
  return print
}

type Cover = ReturnType<typeof coverOf>

/** Visibilities of sites that anyone with the URL can read. */
const OPEN: readonly string[] = ['public', 'unlisted']

const coverOf = ({ space, organization, revision, changeRequest }: Source, published?: PublishedSpace) => ({
  title: space.title,
  publisher: organization.title,
  date: revision.created_at,
  note:
    changeRequest &&
    `Change request #${changeRequest.number}${changeRequest.subject ? `: ${changeRequest.subject}` : ''}`,
  space: space.id,
  site: published && OPEN.includes(published.visibility) ? published.url : undefined,
})

interface PdfRequest {
  key: string
  print: Print
  source: Source
  cover: Cover
}

const loadPdf = (serving: PdfServing, { key, print, source, cover }: PdfRequest) =>
  serving.pdfs.load(key, (folder) =>
    assembleBook({
      db: serving.database.read,
      store: serving.files.store,
      services: serving,
      folder,
      root: source.revision.root,
      from: source.from?.root,
      page: print.page,
      only: print.only,
      organization: source.organization.id,
      cover,
    }),
  )
