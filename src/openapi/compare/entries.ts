// Compares the entry files of two stored versions. What other files define is not followed.
import { compareSpecs, type SpecComparison } from './compare.ts'

/** As many of each kind are listed. */
const MAX_LISTED = 1000

export function compareEntries(before: string, after: string): SpecComparison {
  const { added, removed, breaks, isComplete } = compareSpecs(specificationIn(before), specificationIn(after))
  const longest = Math.max(added.length, removed.length, breaks.length)
  return {
    added: added.slice(0, MAX_LISTED),
    removed: removed.slice(0, MAX_LISTED),
    breaks: breaks.slice(0, MAX_LISTED),
    isComplete: isComplete && longest <= MAX_LISTED,
  }
}

const specificationIn = (entry: string): unknown => JSON.parse(entry).specification
