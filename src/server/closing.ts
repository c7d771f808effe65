// What a server still accepts before it closes. A turn of the event loop accepts one connection, so some may be waiting,
// and closing would cut them off: a proxy that has sent a write on one of them does not send it to another node.
import type { Server } from 'node:http'
import { nextTurn } from '../lib/event-loop.ts'

/** More than the number of connections that may wait. */
const MAX_TURNS = 1000

/** Resolves after a turn that brought no connection. */
export async function acceptWaiting(server: Server): Promise<void> {
  let hasCome = true
  const note = () => {
    hasCome = true
  }
  server.on('connection', note)
  for (let turn = 0; hasCome && turn < MAX_TURNS; turn++) {
    hasCome = false
    await nextTurn()
  }
  server.off('connection', note)
}
