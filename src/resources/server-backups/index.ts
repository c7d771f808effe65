export { serverBackups } from './service.ts'
