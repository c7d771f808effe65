// Imports a Git repository, or exports a space to one.
import { fromNow, SECOND } from '../lib/time.ts'
import { runOperation } from '../resources/git/operations.ts'
import { findEarlier, findOperation } from '../resources/git/queries.ts'
import type { Job } from './runner.ts'

export const gitOperation: Job = async ({ database, files, git, vault, payload }) => {
  const { operationId } = payload as { operationId: string }
  const operation = await findOperation(database.read, operationId)
  // Its space may be gone by now, or an attempt that was thought lost has ended it.
  if (!operation || operation.ended_at !== null) return undefined
  if (await findEarlier(database.read, operation)) return fromNow(SECOND)
  await runOperation({ database, files, git, vault }, operation)
  return undefined
}
