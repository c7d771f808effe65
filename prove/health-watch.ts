// Watches the health of a server from a separate process, and reports the longest response time and its cause.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

const POLLER = new URL('./health-poller.ts', import.meta.url).pathname

/** All times in milliseconds. */
export interface Health {
  /** The longest response time. */
  longest: number
  /** During that time: the processor time of the server's main thread. */
  onCpu: number
  /** During that time: how long that thread was runnable but not running. */
  queued: number
  /** During that time: the time stolen by the hypervisor. */
  stolen: number
  asked: number
  failed: number
}

export interface HealthWatch {
  /** Returns the measurements since the last call, or since the start. */
  look(): Promise<Health>
  stop(): Promise<void>
}

export function watchHealth({ url, pid }: { url: string; pid: number }): HealthWatch {
  const child = spawn(process.execPath, ['--import', 'tsx', POLLER, `${url}/healthz`, String(pid)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  return {
    async look() {
      const line = once(lines, 'line')
      child.stdin.write('\n')
      return JSON.parse((await line)[0] as string)
    },
    async stop() {
      child.stdin.end()
      await once(child, 'close')
    },
  }
}
