// Measures the event loop delay of an idle process: the delay that the machine itself causes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const SCRIPT = `
const histogram = require('node:perf_hooks').monitorEventLoopDelay({ resolution: 10 })
histogram.enable()
process.stdin.on('end', () => console.log(histogram.percentile(99) / 1e6)).resume()
`

/** Stops the process and returns the 99th percentile of the delay in milliseconds. */
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
