// Other spaces that a caller can see.
import { type AnyCaller, isVisitor } from '../../access/caller.ts'
import { loadSpace } from '../../access/loading/objects.ts'
import { loadForVisitor } from '../../access/loading/visitors.ts'
import type { Objects } from '../../access/permissions.ts'
import type { Db } from '../../db/tables.ts'
import { audienceOf, loadRevision, openView, type View } from '../../domain/revisions/index.ts'
import { ApiError } from '../../errors.ts'

export async function findSeenSpace(db: Db, caller: AnyCaller, spaceId: string): Promise<Objects['space'] | undefined> {
  try {
    return isVisitor(caller)
      ? (await loadForVisitor(db, caller, { spaceId })).space
      : await loadSpace(db, caller, spaceId)
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** The main content of a space as the caller sees it. */
export const openMain = async (db: Db, caller: AnyCaller, space: Objects['space']): Promise<View> =>
  openView(db, audienceOf(caller), await loadRevision(db, space.revision_id))
