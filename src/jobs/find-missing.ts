// Queues work that is missing: indexes of spaces and outlines of specifications, after a restore or an upgrade. Every start
// queues this job, which reads all spaces, while the server is at work.
import { enqueueMissingIndexes, VERSION } from '../domain/indexes/index.ts'
import { enqueueMissingOutlines } from '../domain/openapi-specs/index.ts'
import type { Job } from './runner.ts'

export const findMissing: Job = async ({ database, payload }) => {
  const { version } = payload as { version: number }
  // A node of the version before does not know what is outdated: the job is tried again until another node takes it.
  if (version > VERSION) throw new Error(`Only a newer version of Lectern finds indexes of version ${version}.`)
  await enqueueMissingIndexes(database)
  await enqueueMissingOutlines(database)
  return undefined
}
