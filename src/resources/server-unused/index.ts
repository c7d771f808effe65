export { serverUnused } from './service.ts'
