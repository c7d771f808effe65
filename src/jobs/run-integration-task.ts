// Tells an integration of something it wanted to be told of later.
import { runTask } from '../resources/running/tasks.ts'
import type { Job } from './runner.ts'

export const runIntegrationTask: Job = async ({ payload, ...tools }) => {
  await runTask(tools, (payload as { id: string }).id)
  return undefined
}
