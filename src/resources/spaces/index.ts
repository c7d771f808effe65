export { spaces } from './service.ts'
