// Counts by key and minute.
import { MINUTE, SECOND } from '../lib/time.ts'

/** Beyond this number, the least recently counted keys are dropped. */
const MAX_KEYS = 10_000

interface Window {
  count: number
  until: number
}

export interface Counted {
  /** How often the key was counted in its minute, this time included. */
  count: number
  /** The seconds until the minute ends. */
  seconds: number
}

export function createWindows(): (key: string) => Counted {
  const windows = new Map<string, Window>()
  return (key) => {
    const time = Date.now()
    const known = windows.get(key)
    const window = known && known.until > time ? known : { count: 0, until: time + MINUTE }
    window.count++
    // Moves the key to the end of the eviction order.
    windows.delete(key)
    windows.set(key, window)
    if (windows.size > MAX_KEYS) windows.delete(windows.keys().next().value!)
    return { count: window.count, seconds: Math.max(1, Math.ceil((window.until - time) / SECOND)) }
  }
}
