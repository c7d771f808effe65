// Work that can wait until the end of a turn of the event loop.

export type AtEndOfTurn = (work: () => void) => void

/** Work given within a turn is done in order once everything that arrived has been looked at. */
export function atEndOfTurn(): AtEndOfTurn {
  let waiting: (() => void)[] = []
  const doAll = () => {
    const all = waiting
    waiting = []
    for (const work of all) work()
  }
  return (work) => {
    if (waiting.push(work) === 1) setImmediate(doAll)
  }
}
