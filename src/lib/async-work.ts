// Asynchronous work that a transaction needs but must not wait for. The transaction throws `AsyncWorkNeeded` and rolls
// back, the work runs, and the transaction is retried and finds the result.

export class AsyncWorkNeeded extends Error {
  readonly work: () => Promise<void>

  constructor(work: () => Promise<void>) {
    super('Asynchronous work must run first.')
    this.work = work
  }
}

const MAX_TRIES = 300

/** Retries `attempt` until it needs no more asynchronous work. An attempt that throws must have no effects. */
export async function retryAfterAsyncWork<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof AsyncWorkNeeded) || tries === MAX_TRIES) throw error
      await error.work()
    }
  }
}
