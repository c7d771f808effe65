// How late the event loop of a process is that has nothing to do: what the machine alone makes everybody wait.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const SCRIPT = `
const histogram = require('node:perf_hooks').monitorEventLoopDelay({ resolution: 10 })
histogram.enable()
process.stdin.on('end', () => console.log(histogram.percentile(99) / 1e6)).resume()
`

/** Ends by telling the delay in milliseconds, of the 99th percentile. */
export function startIdleProcess(): () => Promise<number> {
  const child = spawn(process.execPath, ['-e', SCRIPT], { stdio: ['pipe', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  return async () => {
    child.stdin.end()
    await once(child, 'close')
    return Number(text)
  }
}
