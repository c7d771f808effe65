export { translations } from './service.ts'
