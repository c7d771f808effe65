export { serverOperator } from './service.ts'
