// Serves PDFs behind their signed links: from what was printed before, or printed now.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../db/database.ts'
import { problem } from '../../errors.ts'
import type { Files } from '../../files/files.ts'
import { sha256 } from '../../lib/hash.ts'
import { BUILD } from '../../lib/version.ts'
import type { Pdfs } from '../../pdf/pdfs.ts'
import type { Urls } from '../../server/urls.ts'
import { isKnown, sendFile, sendKnown } from '../files/sending.ts'
import { gather } from './gathering.ts'
import { openPdfLink, PDFS, type Print } from './links.ts'
import { findSource, type Source } from './queries.ts'

export interface PdfServing {
  database: Database
  files: Files
  pdfs: Pdfs
  urls: Urls
}

export function servePdfs(http: FastifyInstance, serving: PdfServing): void {
  http.route({
    method: ['GET', 'HEAD'],
    url: PDFS,
    exposeHeadRoute: false,
    config: { operationId: 'downloadPDF' },
    async handler(request, reply) {
      const { ends, ...print } = openLink(serving.files, request)
      const source = await findSource(serving.database.read, print)
      if (!source) throw problem('notFound')
      const cover = coverOf(source, serving.urls)
      const key = sha256(JSON.stringify([BUILD, source.revision.root, print.page, print.only, cover]))
      const { name } = request.params as { name: string }
      const file = { blob: key, name, contentType: 'application/pdf', ends }
      if (isKnown(request, file)) return sendKnown(reply, file)
      return sendFile(request, reply, file, await loadPdf(serving, { key, print, source, cover }))
    },
  })
}

function openLink({ signer }: Files, { params, query }: FastifyRequest) {
  const print = openPdfLink(signer, { ...(query as object), ...(params as object) })
  if (!print) throw problem('notFound')
  if (print.ends <= Date.now()) throw problem('pdfLinkExpired')
  return print
}

type Cover = ReturnType<typeof coverOf>

const coverOf = ({ space, organization, revision, changeRequest }: Source, urls: Urls) => ({
  title: space.title,
  publisher: organization.title,
  date: revision.created_at,
  note:
    changeRequest &&
    `Change request #${changeRequest.number}${changeRequest.subject ? `: ${changeRequest.subject}` : ''}`,
  space: space.id,
  app: urls.app(''),
})

interface Asked {
  key: string
  print: Print
  source: Source
  cover: Cover
}

const loadPdf = ({ database, files, pdfs }: PdfServing, { key, print, source, cover }: Asked) =>
  pdfs.load(key, (folder) =>
    gather({
      db: database.read,
      store: files.store,
      folder,
      root: source.revision.root,
      page: print.page,
      only: print.only,
      organization: source.organization.id,
      cover,
    }),
  )
