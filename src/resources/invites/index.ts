export { invites } from './service.ts'
