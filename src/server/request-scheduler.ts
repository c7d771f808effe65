// Spreads the start of requests over turns of the event loop. Otherwise one turn could start and finish all requests
// that arrived, and until then no timer fires and no connection is accepted, because a turn accepts at most one.

/** After this time, further requests wait for the next turn, in order of arrival. */
const MAX_TURN_MS = 10

export type ScheduleRequest = (begin: () => void) => void

export function createRequestScheduler(): ScheduleRequest {
  const waiting: (() => void)[] = []
  let turnBegan: number | undefined
  const isSpent = () => turnBegan !== undefined && performance.now() - turnBegan > MAX_TURN_MS

  const endTurn = () => {
    turnBegan = undefined
    if (waiting.length > 0) beginNext()
  }
  const beginNext = () => {
    noteTurn()
    waiting.shift()!()
    // Continues once the request has done all work that needs no I/O.
    queueMicrotask(() => process.nextTick(goOn))
  }
  const goOn = () => {
    if (waiting.length > 0 && !isSpent()) beginNext()
  }
  const noteTurn = () => {
    if (turnBegan !== undefined) return
    turnBegan = performance.now()
    setImmediate(endTurn)
  }

  return (begin) => {
    if (waiting.length > 0 || isSpent()) {
      waiting.push(begin)
      return
    }
    noteTurn()
    begin()
  }
}
