// Serves PDFs at signed URLs. What prints them is loaded with the first one.
import type { FastifyInstance } from 'fastify'
import { later } from '../../lib/later.ts'
import type { PdfServing } from './download.ts'
import { PDFS } from './links.ts'

export function servePdfs(http: FastifyInstance, serving: PdfServing): void {
  const send = later(async () => (await import('./download.ts')).sendPdf)
  http.route({
    method: ['GET', 'HEAD'],
    url: PDFS,
    exposeHeadRoute: false,
    config: { operationId: 'downloadPDF' },
    handler: (request, reply) => send(serving, request, reply),
  })
}
