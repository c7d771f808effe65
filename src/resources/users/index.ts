export { users } from './service.ts'
