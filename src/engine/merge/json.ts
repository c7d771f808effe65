// Three-way merge of plain values: objects by key, lists of distinct strings as sequences, everything else as a whole.

import { isEqual, ownField } from '../objects.ts'
import { mergeSequences, type ThreeWay } from './sequence.ts'

export interface MergedValue {
  value: unknown
  /** Paths of keys that both sides set differently; `value` has ours. */
  conflicts: string[][]
}

/** Merges three values; undefined means absent. Equal edits do not conflict; on a conflict the value is ours. */
export function mergeValues({ base, ours, theirs }: ThreeWay<unknown>): MergedValue {
  if (isEqual(ours, theirs) || isEqual(base, theirs)) return { value: ours, conflicts: [] }
  if (isEqual(base, ours)) return { value: theirs, conflicts: [] }
  if (isMergeable(ours) && isMergeable(theirs) && (base === undefined || isMergeable(base))) {
    return mergeObjects({ base: base ?? {}, ours, theirs } as ThreeWay<object>)
  }
  if (isNameList(base) && isNameList(ours) && isNameList(theirs)) {
    const { order, moved, replaced } = mergeSequences({ base, ours, theirs })
    return { value: order, conflicts: moved.length + replaced.length > 0 ? [[]] : [] }
  }
  return { value: ours, conflicts: [[]] }
}

function mergeObjects({ base, ours, theirs }: ThreeWay<object>): MergedValue {
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

// References and lengths are atomic: a mix of two would be invalid.
function isMergeable(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !('kind' in value) && !('unit' in value)
  )
}

function isNameList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string') && new Set(value).size === value.length
}
