export { runImport } from './run.ts'
export { importRuns } from './service.ts'
