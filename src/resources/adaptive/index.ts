export { adaptive } from './service.ts'
