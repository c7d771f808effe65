export { siteSpaces } from './service.ts'
