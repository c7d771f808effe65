// A merge conflict inside a document.

import type { Block, Fragment } from '../document.ts'

export type Child = Block | Fragment

/** Blocks that could not be merged, on the three sides; empty where a side has none. The merged document has ours. */
export interface BlockConflict {
  kind: 'edited' | 'deleted' | 'replaced' | 'moved'
  base: Child[]
  ours: Child[]
  theirs: Child[]
}
