export { findExportedSite, serveExports } from './download.ts'
export { type ExportedFile, listExportedFiles } from './files.ts'
export { openExport } from './visit.ts'
export { toZip } from './zip.ts'
