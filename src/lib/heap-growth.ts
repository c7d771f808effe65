// How much garbage the engine lets gather before it collects it. By itself it waits until the heap has up to four times the
// size of what is in use, and never gives that memory back while the server is busy.
import { setFlagsFromString } from 'node:v8'

/** Twice the size of what is in use. */
export const HEAP_GROWTH = '--heap-growing-percent=100'

/** Applies to the whole process, from the next collection on. */
export const limitHeapGrowth = (): void => setFlagsFromString(HEAP_GROWTH)
