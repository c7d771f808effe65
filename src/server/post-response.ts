// Post-response work: starts in a request but does not delay its reply, such as recording the outcome.
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'

export interface PostResponseWork {
  start(work: (database: Database) => Promise<void>): void
  /** Resolves when all started work has finished. */
  stop(): Promise<void>
}

export function createPostResponseWork(database: Database, logger: Logger): PostResponseWork {
  const begun = new Set<Promise<void>>()
  return {
    start(work) {
      const done = work(database)
        .catch((error: unknown) => logger.warn({ err: error }, 'post-response work failed'))
        .finally(() => begun.delete(done))
      begun.add(done)
    },
    async stop() {
      await Promise.all(begun)
    },
  }
}
