// Polls the health endpoint of a server and measures each response time. Replies to each line of input with the
// measurements since the last one.
import type { Health } from './health-watch.ts'
import { readTimes, type ThreadTimes, timesSince } from './thread-times.ts'

const [url = '', server = ''] = process.argv.slice(2)

const NOTHING: Health = { longest: 0, onCpu: 0, queued: 0, stolen: 0, asked: 0, failed: 0 }
let health = { ...NOTHING }

async function ask(): Promise<void> {
  const before = readTimes(Number(server))
  const isAnswered = await fetch(url).then(
    (answer) => answer.text().then(() => true),
    () => false,
  )
  note(timesSince(before, readTimes(Number(server))))
  health.asked++
  if (!isAnswered) health.failed++
  setTimeout(ask, 10)
}

function note({ now: longest, onCpu, queued, stolen }: ThreadTimes): void {
  if (longest > health.longest) Object.assign(health, { longest, onCpu, queued, stolen })
}

void ask()
process.stdin
  .on('data', () => {
    console.log(JSON.stringify(health))
    health = { ...NOTHING }
  })
  .on('end', () => process.exit())
