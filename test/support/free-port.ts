import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that systems give to connections and to servers that name none: those come and go at any time. */
const FIRST = 10_000
const LAST = 32_000

/** Returns a port that nothing listens at, and that is unlikely to be taken before it is used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST)
    if (await isFree(port)) return port
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
