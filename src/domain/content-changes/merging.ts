// Merges trees inside a transaction. Large documents are merged in threads.
import type { Db } from '../../db/tables.ts'
import { type MergedTree, mergeTrees } from '../../engine/merge/merge-trees.ts'
import type { ThreeWay } from '../../engine/merge/sequence.ts'
import type { Hash } from '../../engine/objects.ts'
import { mergeAsync, mergeSmall } from '../documents/index.ts'
import { readInSteps, readOrPrepare } from '../revisions/index.ts'

/** All three trees must be stored. Throws AsyncWorkNeeded if the merge takes long. */
export const mergeInTransaction = (db: Db, sides: ThreeWay<Hash>): Promise<MergedTree> =>
  readOrPrepare(db, `merge ${sides.base} ${sides.ours} ${sides.theirs}`, mergeTrees(sides, mergeSmall()), (read) =>
    mergeOutside(read, sides),
  )

/** Merges outside a transaction, and lets others run meanwhile. */
export const mergeOutside = (db: Db, sides: ThreeWay<Hash>): Promise<MergedTree> =>
  mergeAsync((mergeDocument) => readInSteps(db, mergeTrees(sides, mergeDocument)))
