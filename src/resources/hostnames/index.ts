export { hostnames } from './service.ts'
