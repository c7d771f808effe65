// Checkpoints in a thread: SQLite would make them within a commit, and stop the whole process to copy pages and to wait for
// the disk. The log starts over when all of it is copied and nobody writes meanwhile. On a busy server that never happens by
// itself, so a commit copies the rest when the log is long (`MAX_LOG_PAGES`); the thread has left little of it.
import { MINUTE } from '../../lib/time.ts'
import { Threads } from '../../threads/threads.ts'
import { type checkpoint, NoCheckpoint } from './checkpoint.ts'

/** For `wal_autocheckpoint`. */
export const MAX_LOG_PAGES = 4000
/** The number of statements between two checkpoints; each writes about one page. */
const STATEMENTS = 1000

type Run = (file: string) => Promise<unknown>

const threads = new Threads<{ checkpoint: typeof checkpoint }>({
  source: new URL('./checkpoint-worker.ts', import.meta.url),
  built: 'checkpoint-worker.js',
  time: MINUTE,
  memory: 64,
  concurrency: 1,
  failure: NoCheckpoint,
  stopped: { time: 'The disk is slow.', memory: 'There is no memory.', busy: 'Others wait.' },
})

export class Checkpoints {
  readonly #file: string
  readonly #run: Run
  #writes = 0
  #running: Promise<unknown> | undefined

  constructor(file: string, run: Run = (name) => threads.run('checkpoint', name)) {
    this.#file = file
    this.#run = run
  }

  /** `writes`: the number of statements so far that have written. */
  noteCommit(writes: number): void {
    if (this.#running || writes - this.#writes < STATEMENTS) return
    this.#writes = writes
    // What is not copied stays in the log, and is copied by the next checkpoint.
    this.#running = this.#run(this.#file)
      .catch(() => {})
      .finally(() => {
        this.#running = undefined
      })
  }

  /** Resolves when none is being made. */
  async close(): Promise<void> {
    await this.#running
  }
}
