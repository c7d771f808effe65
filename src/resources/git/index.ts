export { runOperation } from './operations.ts'
export { findEarlierOperation, findOperation } from './queries.ts'
export { git } from './service.ts'
