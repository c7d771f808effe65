// Dispatches a scheduled task to an integration.
import { runTask } from '../domain/dispatch/index.ts'
import type { Job } from './runner.ts'

export const runIntegrationTask: Job = async ({ payload, ...tools }) => {
  await runTask(tools, (payload as { id: string }).id)
  return undefined
}
