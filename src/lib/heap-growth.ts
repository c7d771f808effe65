// Limits how far the heap grows before the engine collects garbage. By default, the heap may reach four times the size of
// what is in use.
import { setFlagsFromString } from 'node:v8'

/** Twice the size of what is in use. */
export const HEAP_GROWTH = '--heap-growing-percent=100'

/** Applies to the whole process, from the next collection on. */
export const limitHeapGrowth = (): void => setFlagsFromString(HEAP_GROWTH)
