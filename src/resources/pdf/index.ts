export { servePdfs } from './download.ts'
export { pdf, pdfUrl } from './service.ts'
