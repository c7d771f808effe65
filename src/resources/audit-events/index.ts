export { auditEvents } from './service.ts'
