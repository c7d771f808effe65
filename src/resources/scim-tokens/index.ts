export { scimTokens } from './service.ts'
