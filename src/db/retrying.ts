// Runs transactions again that may succeed then.
import { isTransient, isUnavailable } from './dialect.ts'
import { withPipeline } from './pipeline.ts'
import type { Db } from './tables.ts'

const ATTEMPTS = 10

/** Runs `attempt` again after a transient error. It must have no effect when it fails. */
export async function retrying<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries === ATTEMPTS || !isTransient(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * tries))
    }
  }
}

/**
 * Runs `work` in a transaction that only reads, and reads no table of which changes are not counted: a replica may answer
 * it. It runs once more if the server goes away, because the primary may still be there.
 */
export async function readingTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  const attempt = () => retrying(() => db.transaction().execute((db) => withPipeline(db, work)))
  return attempt().catch((error) => {
    if (!isUnavailable(error)) throw error
    return attempt()
  })
}
