export { fonts } from './service.ts'
