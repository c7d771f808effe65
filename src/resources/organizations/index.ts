export { organizations } from './service.ts'
