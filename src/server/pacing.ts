// Lets the event loop turn while many requests arrive at once. One turn would otherwise begin and finish all of them,
// and meanwhile no timer fires and no further connection is accepted: there is one at most in a turn.

/** Milliseconds of a turn in which requests are begun; the others wait for the next turn, in the order they came. */
const ENOUGH_FOR_A_TURN = 10

export type Pacing = (begin: () => void) => void

export function createPacing(): Pacing {
  const waiting: (() => void)[] = []
  let turnBegan: number | undefined
  const isSpent = () => turnBegan !== undefined && performance.now() - turnBegan > ENOUGH_FOR_A_TURN

  const endTurn = () => {
    turnBegan = undefined
    if (waiting.length > 0) beginNext()
  }
  const beginNext = () => {
    noteTurn()
    waiting.shift()!()
    // When all is done that this one could do without waiting for anything outside.
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
