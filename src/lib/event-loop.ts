// Yields to the event loop during long work on the main thread.
import { setImmediate as nextImmediate } from 'node:timers/promises'

/** The time after which work yields. */
const MAX_TURN_MS = 40

/** When work last went on after it had yielded. */
let resumed = 0

/** Returns a promise of a later turn of the event loop if others have not run for long, or else undefined. */
export function yieldToEventLoop(): Promise<void> | undefined {
  return performance.now() - resumed < MAX_TURN_MS ? undefined : nextTurn()
}

/** Resolves in a later turn of the event loop, once everything that had arrived was heard. */
export async function nextTurn(): Promise<void> {
  // The first immediate may run in this turn, before the others are heard; the second runs in the next one.
  await nextImmediate()
  await nextImmediate()
  resumed = performance.now()
}
