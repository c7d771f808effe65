// The state of merging pages, from each page by itself to all of them together.

import type { Tree } from '../tree/draft.ts'
import type { Page } from '../tree/records.ts'
import type { Conflict } from './conflict.ts'
import type { Versions } from './merge-records.ts'

/** The pages that either side changed: as they were on each side, and as they will be. */
export interface PageMerge {
  readonly base: Tree
  readonly versions: Map<string, Versions<Page>>
  /** The outcome; a page that is to go is absent here and present in `versions`. */
  readonly merged: Map<string, Page>
  readonly conflicts: Conflict[]
  /** The pages for which both sides want another place. */
  readonly undecided: Set<string>
}
