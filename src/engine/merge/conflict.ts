// A conflict is data: what could not be merged, on its three sides. The merged tree has ours.

import type { Collection } from '../tree/records.ts'
import type { BlockConflict } from './block-conflict.ts'

/**
 * - `edited`: one field set differently on both sides
 * - `document`: both edited the document, in `blocks` that do not merge; the sides are document hashes
 * - `deleted`: edited here and deleted there, or needed here (`field: 'children'`) and deleted there; it is kept
 * - `moved`: moved to two places; the sides are places
 * - `cycle`: the moves of both sides together would put pages below themselves; the sides are places
 */
export type ConflictKind = 'edited' | 'document' | 'deleted' | 'moved' | 'cycle'

export interface Conflict {
  kind: ConflictKind
  on: 'page' | Collection
  id: string
  field?: string
  /** Each side as it is: a value of the field, a place, or (for `deleted`) the whole record. Absent: not there. */
  base?: unknown
  ours?: unknown
  theirs?: unknown
  blocks?: BlockConflict[]
}

/** The order in which conflicts are listed; it does not depend on whose side is whose. */
export function byTarget(a: Conflict, b: Conflict): number {
  const [left, right] = [a, b].map(({ on, id, kind, field = '' }) => [on, id, kind, field].join('\n')) as [
    string,
    string,
  ]
  return left < right ? -1 : left > right ? 1 : 0
}
