export { EXPORTS, openExportLink } from './links.ts'
export { siteExports } from './service.ts'
