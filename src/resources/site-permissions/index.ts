export { sitePermissions } from './service.ts'
