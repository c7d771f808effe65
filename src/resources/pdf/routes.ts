import { routes } from '../../server/operation.ts'
import { ChangeRequestPdfQuery, PdfQuery, PdfUrl } from './schemas.ts'

export const pdfRoutes = routes('PDF', {
  getSpacePDF: {
    get: '/spaces/:spaceId/pdf',
    can: 'space.view',
    query: PdfQuery,
    reply: PdfUrl,
    summary: 'Get the URL of a PDF of a space',
  },
  getChangeRequestPDF: {
    get: '/spaces/:spaceId/change-requests/:changeRequestId/pdf',
    can: 'space.view',
    query: ChangeRequestPdfQuery,
    reply: PdfUrl,
    summary: 'Get the URL of a PDF of a change request',
  },
})
