export { processSpec } from './processing.ts'
export { openAPISpecs } from './service.ts'
