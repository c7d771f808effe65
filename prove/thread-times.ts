// Reads the times of a thread on Linux. On other systems all values are 0 except the clock.
import { readFileSync } from 'node:fs'

/** Milliseconds since an arbitrary start. */
export interface ThreadTimes {
  now: number
  /** Running on a processor. */
  onCpu: number
  /** Runnable, but waiting for a processor. */
  queued: number
  /** Stolen by the hypervisor. */
  stolen: number
}

const MILLISECOND = 1e6
/** Linux counts stolen time in hundredths of a second. */
const TICK = 10

/** Reads the times of the main thread of a process. */
export function readTimes(pid: number): ThreadTimes {
  const [onCpu = 0, queued = 0] = numbersIn(`/proc/${pid}/task/${pid}/schedstat`)
  const stolen = numbersIn('/proc/stat')[8] ?? 0
  return { now: performance.now(), onCpu: onCpu / MILLISECOND, queued: queued / MILLISECOND, stolen: stolen * TICK }
}

export const timesSince = (before: ThreadTimes, after: ThreadTimes): ThreadTimes => ({
  now: after.now - before.now,
  onCpu: after.onCpu - before.onCpu,
  queued: after.queued - before.queued,
  stolen: after.stolen - before.stolen,
})

function numbersIn(file: string): number[] {
  try {
    return readFileSync(file, 'utf8').split('\n', 1)[0]!.split(/\s+/).map(Number)
  } catch {
    return []
  }
}
