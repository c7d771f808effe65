export { organizationTokens } from './service.ts'
