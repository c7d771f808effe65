// What changed from one document to another, block by block and word by word. It is plain data.

import type { Block, Fragment } from '../document.ts'
import type { Token } from '../merge/text/tokens.ts'

export type Compared = Whole | Edited

/** Both versions in one, or one of them. */
export type View = 'both' | 'before' | 'after'

/** A block without changes of its own, or one that only one document has. `left`: it is `moved` elsewhere. */
export interface Whole {
  kind: 'same' | 'added' | 'removed' | 'left'
  block: Block
}

/** A block in both documents. One that was moved may have changed, too. */
export interface Edited {
  kind: 'edited' | 'moved'
  before: Block
  after: Block
  /** The words, if the block has text of its own. */
  text?: Segment[]
  /** The blocks in it, if it has any. */
  children?: Compared[]
  fragments?: ComparedFragment[]
}

export interface ComparedFragment {
  before?: Fragment
  after?: Fragment
  children: Compared[]
}

/** A run of words. `restyled`: the same words with other marks or links. */
export interface Segment {
  kind: 'same' | 'added' | 'removed' | 'restyled'
  /** Empty for added words. */
  before: Token[]
  /** Empty for removed words. */
  after: Token[]
}
