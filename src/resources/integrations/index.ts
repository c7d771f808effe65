export { integrations } from './service.ts'
