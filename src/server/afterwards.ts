// Work that an answer has begun and does not wait for, such as noting how it went.
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'

export interface Afterwards {
  begin(work: (database: Database) => Promise<void>): void
  /** Resolves when everything that was begun is over. */
  stop(): Promise<void>
}

export function createAfterwards(database: Database, logger: Logger): Afterwards {
  const begun = new Set<Promise<void>>()
  return {
    begin(work) {
      const done = work(database)
        .catch((error: unknown) => logger.warn({ err: error }, 'what an answer left to be done failed'))
        .finally(() => begun.delete(done))
      begun.add(done)
    },
    async stop() {
      await Promise.all(begun)
    },
  }
}
