// Loaded into the server: logs every long turn of its event loop to the file that the environment names. Only the
// process itself sees every turn, and whether the server or the machine was slow.
import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import { readTimes, timesSince } from './thread-times.ts'

/** Milliseconds; also the maximum idle time between two beats. */
const BEAT = 5
const MIN_LOGGED = 20

const { TURN_LOG } = process.env
// Child processes have event loops of their own, which do not block the server.
delete process.env.TURN_LOG
if (TURN_LOG && isMainThread) watchTurns(TURN_LOG)

function watchTurns(file: string): void {
  let before = readTimes(process.pid)
  const beat = () => {
    const after = readTimes(process.pid)
    const { now, onCpu, queued, stolen } = timesSince(before, after)
    // Either alone can be wrong: a thread that waits for a disk or a lock uses no processor, but still blocks.
    const held = Math.max(onCpu, now - queued - stolen)
    if (held > MIN_LOGGED) appendFileSync(file, `${Date.now()} ${held}\n`)
    before = after
  }
  setInterval(beat, BEAT).unref()
}
