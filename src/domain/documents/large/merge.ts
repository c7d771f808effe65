// Merges documents: small ones at once, large ones in a thread.
import { type MergeDocument, mergeEncoded } from '../../../engine/merge/merge-records.ts'
import type { ThreeWay } from '../../../engine/merge/sequence.ts'
import { encode, fromBytes, type Hash } from '../../../engine/objects.ts'
import { effortOf } from '../../../engine/size.ts'
import { EMPTY_DOCUMENT } from '../../../engine/walk.ts'
import { MAX_INLINE_EFFORT } from './check.ts'
import { threads } from './threads.ts'

/** A merge does more than can be done at once. */
export class TakesLong extends Error {}

/** Merges documents as long as they are not too large together. Then throws TakesLong. */
export function mergeSmall(): MergeDocument {
  let left = MAX_INLINE_EFFORT
  return (documents, hashes) => {
    left -= effortOf(documents.ours) + effortOf(documents.theirs)
    if (left < 0) throw new TakesLong()
    return mergeEncoded(documents, hashes)
  }
}

type Merged = ReturnType<MergeDocument>

/** Stands for documents that are merged later; what a merge makes of it is thrown away. */
const LATER: Merged = { document: encode(EMPTY_DOCUMENT), conflicts: [] }

/** Runs a merge outside a transaction, twice if threads have to merge some of its documents. */
export async function mergeAsync<T>(merge: (mergeDocument: MergeDocument) => Promise<T>): Promise<T> {
  const done = new Map<string, Merged>()
  for (;;) {
    const needed = new Map<string, ThreeWay<string>>()
    const result = await merge(collector(needed, done))
    if (needed.size === 0) return result
    for (const [name, texts] of needed) done.set(name, await mergeInThread(texts))
  }
}

function collector(needed: Map<string, ThreeWay<string>>, done: ReadonlyMap<string, Merged>): MergeDocument {
  return (documents, hashes) => {
    if (effortOf(documents.ours) + effortOf(documents.theirs) <= MAX_INLINE_EFFORT)
      return mergeEncoded(documents, hashes)
    const name = nameOf(hashes)
    const { base, ours, theirs } = documents
    if (!done.has(name))
      needed.set(name, { base: JSON.stringify(base), ours: JSON.stringify(ours), theirs: JSON.stringify(theirs) })
    return done.get(name) ?? LATER
  }
}

const nameOf = ({ base, ours, theirs }: ThreeWay<Hash>): string => [base, ours, theirs].join(' ')

async function mergeInThread(texts: ThreeWay<string>): Promise<Merged> {
  const { hash, bytes, conflicts } = await threads.run('mergeDocument', texts)
  return { document: fromBytes(hash, bytes), conflicts: JSON.parse(conflicts) }
}
