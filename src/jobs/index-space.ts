// Indexes the content of a space in small transactions, so that other writes can run in between.

import type { Database } from '../db/database.ts'
import { continueIndexes } from '../domain/indexes/index.ts'
import type { Job } from './runner.ts'

export const indexSpace: Job = async ({ database, payload }) => {
  const { spaceId } = payload as { spaceId: string }
  const before = lastRun
  let done = () => {}
  lastRun = new Promise((resolve) => {
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

// Each node indexes one space at a time: more would starve other work.
let lastRun: Promise<void> = Promise.resolve()

async function index(database: Database, spaceId: string): Promise<void> {
  for (;;) {
    const began = performance.now()
    if (await database.write((db) => continueIndexes(db, spaceId))) return
    await pause(performance.now() - began)
  }
}

// Pauses for as long as the last batch took: requests have priority over indexing.
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
