export { information } from './service.ts'
