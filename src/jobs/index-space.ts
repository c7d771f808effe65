// Indexes the content of a space, a little in each transaction, so that writers need not wait for all of it.

import type { Database } from '../db/database.ts'
import { continueIndexes } from '../resources/content/indexes.ts'
import type { Job } from './runner.ts'

export const indexSpace: Job = async ({ database, payload }) => {
  const { spaceId } = payload as { spaceId: string }
  const before = turn
  let done = () => {}
  turn = new Promise((resolve) => {
    done = resolve
  })
  await before
  try {
    await index(database, spaceId)
  } finally {
    done()
  }
  return undefined
}

// One space at a time on each node: several at once would leave no room for anything else.
let turn: Promise<void> = Promise.resolve()

async function index(database: Database, spaceId: string): Promise<void> {
  for (;;) {
    const began = performance.now()
    if (await database.write((db) => continueIndexes(db, spaceId))) return
    await rest(performance.now() - began)
  }
}

// As long as it worked: nobody waits for an index, but somebody may wait for an answer.
const rest = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
