// Limits the concurrency of asynchronous work, with a bounded queue.

export interface LimiterOptions {
  concurrency: number
  /** The maximum length of the queue. */
  maxQueued: number
}

/** Runs the work as soon as the limit allows; resolves to undefined without running it if the queue is full. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T | undefined>

export function createLimiter({ concurrency, maxQueued }: LimiterOptions): Limiter {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running === concurrency) {
      if (waiting.length >= maxQueued) return undefined
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
