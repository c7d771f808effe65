// Runs a queued import.
import { runImport } from '../resources/import-runs/index.ts'
import type { Job } from './runner.ts'

export const runImportJob: Job = async ({ database, files, fetcher, vault, payload }) => {
  await runImport({ database, files, fetcher, vault }, (payload as { runId: string }).runId)
  return undefined
}
