export { bin } from './service.ts'
