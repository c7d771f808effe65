// Validates documents and their size; large ones in a thread.
import { effortOf, findExcess } from '../../../engine/size.ts'
import type { Issue } from '../../../errors.ts'
import { AsyncWorkNeeded } from '../../../lib/async-work.ts'
import { findFlaw } from '../check.ts'
import { threads } from './threads.ts'

/** The effort, in parts, that is spent at once. What takes more is done in a thread. */
export const MAX_INLINE_EFFORT = 4000

/** What the thread found, by document, for the transaction that runs again: a hostile document must not hold up others. */
const found = new WeakMap<object, { flaw: Issue | undefined }>()

/** The first issue. Throws AsyncWorkNeeded inside a transaction if a thread has to validate the document first. */
export function findIssue(document: object): Issue | undefined {
  const excess = findExcess(document)
  if (excess) return { path: '', message: excess }
  const known = found.get(document)
  if (known) return known.flaw
  if (effortOf(document) <= MAX_INLINE_EFFORT) return findFlaw(document)
  throw new AsyncWorkNeeded(async () => {
    // As text, because copying the objects takes longer.
    found.set(document, { flaw: await threads.run('findFlawIn', JSON.stringify(document)) })
  })
}
