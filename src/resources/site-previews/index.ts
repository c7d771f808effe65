export { sitePreviews } from './service.ts'
