// Watches a run in progress: stores its progress at most once a second, and aborts it when it is cancelled.
import type { Database } from '../../db/database.ts'
import { SECOND } from '../../lib/time.ts'
import { findRun, recordProgress } from './import-runs.ts'

const INTERVAL = SECOND

export interface Watch {
  /** Aborts when the run has ended. */
  signal: AbortSignal
  progress(imported: number, total: number): void
  stop(): void
}

export function watchRun(database: Database, id: string): Watch {
  const ended = new AbortController()
  let pending: { imported: number; total: number } | undefined
  let isChecking = false

  const check = async () => {
    if (isChecking) return
    isChecking = true
    try {
      if (!(await isActive())) ended.abort()
    } catch {
      // Retried in a second. The final write checks again that the run is active.
    } finally {
      isChecking = false
    }
  }

  const isActive = async (): Promise<boolean> => {
    const progress = pending
    pending = undefined
    if (progress) return database.write((db) => recordProgress(db, id, progress))
    const status = (await findRun(database.read, id))?.status
    return status === 'pending' || status === 'in-progress'
  }

  const timer = setInterval(() => void check(), INTERVAL).unref()
  return {
    signal: ended.signal,
    progress(imported, total) {
      pending = { imported, total }
    },
    stop: () => clearInterval(timer),
  }
}
