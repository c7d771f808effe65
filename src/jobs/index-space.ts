// Indexes the content of a space, a little in each transaction, so that writers need not wait for all of it.
import { continueIndexes } from '../resources/content/indexes.ts'
import type { Job } from './runner.ts'

export const indexSpace: Job = async ({ database, payload }) => {
  const { spaceId } = payload as { spaceId: string }
  while (!(await database.write((db) => continueIndexes(db, spaceId))));
  return undefined
}
