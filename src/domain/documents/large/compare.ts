// Compares documents: small changes at once, large ones in a thread.
import { compareReduced } from '../../../engine/comparison/compare.ts'
import type { Compared } from '../../../engine/comparison/comparison.ts'
import { reduceToChanges } from '../../../engine/comparison/stand-ins.ts'
import type { Document } from '../../../engine/document.ts'
import { effortOf } from '../../../engine/size.ts'
import { threads } from './threads.ts'

/** Comparing takes less time for each part than sending it to a thread and back. */
const MAX_INLINE_EFFORT = 16_000
/** Words are compared with each other, so they count more than where each is only read. */
const CHARACTERS_PER_PART = 8

const effortOfBoth = (before: Document, after: Document): number =>
  effortOf(before, CHARACTERS_PER_PART) + effortOf(after, CHARACTERS_PER_PART)

export async function compareAsync(before: Document, after: Document): Promise<Compared[]> {
  const { before: old, after: now, restore } = reduceToChanges(before, after)
  if (effortOfBoth(old, now) <= MAX_INLINE_EFFORT) return restore(compareReduced(old, now))
  return restore(JSON.parse(await threads.run('compare', JSON.stringify(old), JSON.stringify(now))))
}
