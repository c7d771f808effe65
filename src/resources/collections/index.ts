export { collections } from './service.ts'
