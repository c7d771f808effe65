export { activeIntegrations } from './service.ts'
