// Compares documents: small ones at once, large ones in a thread.
import { compareDocuments } from '../../../engine/comparison/compare.ts'
import type { Compared } from '../../../engine/comparison/comparison.ts'
import type { Document } from '../../../engine/document.ts'
import { effortOf } from '../../../engine/size.ts'
import { MAX_INLINE_EFFORT } from './check.ts'
import { threads } from './threads.ts'

export async function compareAsync(before: Document, after: Document): Promise<Compared[]> {
  if (effortOf(before) + effortOf(after) <= MAX_INLINE_EFFORT) return compareDocuments(before, after)
  return JSON.parse(await threads.run('compare', JSON.stringify(before), JSON.stringify(after)))
}
