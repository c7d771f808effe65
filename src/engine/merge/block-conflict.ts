// A conflict inside a document.

import type { Block, Fragment } from '../document.ts'

export type Child = Block | Fragment

/** Blocks that could not be merged, on their three sides; an absent side has none there. The document has ours. */
export interface BlockConflict {
  kind: 'edited' | 'deleted' | 'replaced' | 'moved'
  base: Child[]
  ours: Child[]
  theirs: Child[]
}
