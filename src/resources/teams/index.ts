export { teams } from './service.ts'
