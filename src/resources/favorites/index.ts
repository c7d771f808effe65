export { favorites } from './service.ts'
