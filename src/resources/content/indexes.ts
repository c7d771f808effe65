// What is derived from the main content of a space and kept up to date with it, from what changed alone.
import type { Db } from '../../db/tables.ts'
import type { Hash } from '../../engine/objects.ts'

export interface ContentChange {
  spaceId: string
  before: Hash
  after: Hash
}

type Index = (db: Db, change: ContentChange) => Promise<void>

const indexes: Index[] = []

export async function updateIndexes(db: Db, change: ContentChange): Promise<void> {
  for (const update of indexes) await update(db, change)
}
