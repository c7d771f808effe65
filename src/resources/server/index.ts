export { server } from './service.ts'
