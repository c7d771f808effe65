export { integrationActivity } from './service.ts'
