// A merge conflict as data: the three sides that could not be merged. The merged tree has ours.

import type { Collection } from '../tree/records.ts'
import type { BlockConflict } from './block-conflict.ts'

/**
 * - `edited`: both sides set a field differently
 * - `document`: both sides edited `blocks` of the document that do not merge; the sides are document hashes
 * - `deleted`: one side edited it, or its children (`field: 'children'`), and the other deleted it; it is kept
 * - `moved`: both sides moved it, to different locations; the sides are locations
 * - `cycle`: the moves of both sides together would put pages below themselves; the sides are locations
 */
export type ConflictKind = 'edited' | 'document' | 'deleted' | 'moved' | 'cycle'

export interface Conflict {
  kind: ConflictKind
  on: 'page' | Collection
  id: string
  field?: string
  /**
   * The value on each side: of the field, a location, or (for `deleted`) the whole record. Absent if it does not exist.
   */
  base?: unknown
  ours?: unknown
  theirs?: unknown
  blocks?: BlockConflict[]
}

/** Sorts conflicts. The order does not depend on which side is ours. */
export function byTarget(a: Conflict, b: Conflict): number {
  const [left, right] = [a, b].map(({ on, id, kind, field = '' }) => [on, id, kind, field].join('\n')) as [
    string,
    string,
  ]
  return left < right ? -1 : left > right ? 1 : 0
}
