export { servePdfs } from './serve.ts'
export { pdf, pdfUrl } from './service.ts'
