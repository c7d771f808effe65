export { live } from './service.ts'
