// Three-way merge of plain values: objects key by key, lists of distinct names as sequences, everything else whole.

import { isEqual, ownField } from '../objects.ts'
import { mergeSequences, type Sides } from './sequence.ts'

export interface MergedValue {
  value: unknown
  /** Where both sides set something differently, as a path of keys; `value` has what ours set. */
  conflicts: string[][]
}

/** Merges three values; undefined is absent. Equal edits are no conflict; on conflict the value is ours. */
export function mergeValues({ base, ours, theirs }: Sides<unknown>): MergedValue {
  if (isEqual(ours, theirs) || isEqual(base, theirs)) return { value: ours, conflicts: [] }
  if (isEqual(base, ours)) return { value: theirs, conflicts: [] }
  if (isMergeable(ours) && isMergeable(theirs) && (base === undefined || isMergeable(base))) {
    return mergeObjects({ base: base ?? {}, ours, theirs } as Sides<object>)
  }
  if (isNameList(base) && isNameList(ours) && isNameList(theirs)) {
    const { order, moved, replaced } = mergeSequences({ base, ours, theirs })
    return { value: order, conflicts: moved.length + replaced.length > 0 ? [[]] : [] }
  }
  return { value: ours, conflicts: [[]] }
}

function mergeObjects({ base, ours, theirs }: Sides<object>): MergedValue {
  const fields: [string, unknown][] = []
  const conflicts: string[][] = []
  for (const key of new Set([...Object.keys(base), ...Object.keys(ours), ...Object.keys(theirs)])) {
    const sides = { base: ownField(base, key), ours: ownField(ours, key), theirs: ownField(theirs, key) }
    const merged = mergeValues(sides)
    if (merged.value !== undefined) fields.push([key, merged.value])
    conflicts.push(...merged.conflicts.map((path) => [key, ...path]))
  }
  return { value: Object.fromEntries(fields), conflicts }
}

// A reference or a length is one thing: half of each would be neither.
function isMergeable(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !('kind' in value) && !('unit' in value)
  )
}

function isNameList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string') && new Set(value).size === value.length
}
