export { customization } from './service.ts'
