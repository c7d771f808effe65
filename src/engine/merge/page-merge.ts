// The state of a merge of pages.

import type { Tree } from '../tree/draft.ts'
import type { Page } from '../tree/records.ts'
import type { Conflict } from './conflict.ts'
import type { Versions } from './merge-records.ts'

/** The pages that either side changed: their three versions and the merged result. */
export interface PageMerge {
  readonly base: Tree
  readonly versions: Map<string, Versions<Page>>
  /** The result. A deleted page is in `versions` but not here. */
  readonly merged: Map<string, Page>
  readonly conflicts: Conflict[]
  /** The pages that the sides moved to different locations. */
  readonly undecided: Set<string>
}
