// Indexes the content of a space, a little in each transaction, so that writers need not wait for all of it.
import { continueIndexes } from '../resources/content/indexes.ts'
import type { Job } from './runner.ts'

export const indexSpace: Job = async ({ database, payload }) => {
  const { spaceId } = payload as { spaceId: string }
  for (;;) {
    const began = performance.now()
    if (await database.write((db) => continueIndexes(db, spaceId))) return undefined
    await rest(performance.now() - began)
  }
}

// As long as it worked: nobody waits for an index, but somebody may wait for an answer.
const rest = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
