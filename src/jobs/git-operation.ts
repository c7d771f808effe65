// Imports a Git repository, or exports a space to one.

import { watchRun } from '../domain/import-runs/index.ts'
import { fromNow, SECOND } from '../lib/time.ts'
import { findEarlierOperation, findOperation, runOperation } from '../resources/git/index.ts'
import type { Job } from './runner.ts'

export const gitOperation: Job = async ({ database, files, git, vault, payload }) => {
  const { operationId } = payload as { operationId: string }
  const operation = await findOperation(database.read, operationId)
  // The space may be deleted by now, or an earlier attempt has finished the operation.
  if (!operation || operation.ended_at !== null) return undefined
  if (await findEarlierOperation(database.read, operation)) return fromNow(SECOND)
  const watch = operation.direction === 'import' ? watchRun(database, operationId) : undefined
  const means = { database, files, git, vault, ...(watch && { progress: watch.progress }) }
  await runOperation(means, operation).finally(watch?.stop)
  return undefined
}
