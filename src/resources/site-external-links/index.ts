export { siteExternalLinks } from './service.ts'
