// Waits until commits are on disk. SQLite would do so within the commit and stop the whole process for as long as the
// disk takes. Here the connection leaves it out (`synchronous = NORMAL`), and the log of the database is synced in the
// background, once for all commits made meanwhile. The log is written in order, so what is on disk is always all commits
// up to some moment.
import { type FileHandle, open } from 'node:fs/promises'

export class WalSync {
  readonly #file: string
  #handle: Promise<FileHandle> | undefined
  #commits = 0
  #synced = 0
  #running: Promise<void> | undefined
  #failure: DiskFailed | undefined

  /** `file`: the database. */
  constructor(file: string) {
    this.#file = `${file}-wal`
  }

  noteCommit(): void {
    this.#commits++
  }

  /** True if something is committed, but may not be on disk yet. */
  get isBehind(): boolean {
    return this.#synced < this.#commits
  }

  /** Resolves when everything committed so far is on disk. */
  async whenSynced(): Promise<void> {
    const commits = this.#commits
    while (this.#synced < commits) {
      this.check()
      this.#running ??= this.#sync()
      await this.#running
    }
  }

  /** Throws after a failed sync: what was written may be lost, although another sync would succeed. */
  check(): void {
    if (this.#failure) throw this.#failure
  }

  async close(): Promise<void> {
    await this.whenSynced().catch(() => {})
    await this.#handle?.then(
      (handle) => handle.close(),
      () => {},
    )
  }

  async #sync(): Promise<void> {
    const commits = this.#commits
    try {
      // Windows syncs only files that may be written.
      this.#handle ??= open(this.#file, 'r+')
      await (await this.#handle).datasync()
      this.#synced = commits
    } catch (error) {
      this.#failure = new DiskFailed(error)
    } finally {
      this.#running = undefined
    }
  }
}

/** The disk did not confirm a write. Nothing more is written until the server is started again. */
class DiskFailed extends Error {
  readonly code = 'SQLITE_IOERR_FSYNC'

  constructor(cause: unknown) {
    super('The disk did not confirm a write of the database.', { cause })
  }
}
