export { redirects } from './service.ts'
