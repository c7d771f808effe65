// Revisions in the database: each names the root of an immutable tree.
import type { Db, Row } from '../../db/tables.ts'
import { sha256 } from '../../lib/hash.ts'
import { newId } from '../../lib/ids.ts'
import { now } from '../../lib/time.ts'

const EMPTY = Buffer.from('{}')

export async function insertEmptyRoot(db: Db): Promise<string> {
  const hash = sha256(EMPTY)
  await db
    .insertInto('objects')
    .values({ hash, bytes: EMPTY })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
  return hash
}

export interface NewRevision {
  /** Chosen beforehand, because the space and its first revision name each other. */
  id?: string
  spaceId: string
  root: string
  type: Row<'revisions'>['type']
  parents: string[]
  createdBy: string | null
}

export async function insertRevision(
  db: Db,
  { id = newId(), spaceId, root, type, parents, createdBy }: NewRevision,
): Promise<string> {
  await db
    .insertInto('revisions')
    .values({
      id,
      space_id: spaceId,
      root,
      type,
      parents: JSON.stringify(parents),
      created_by: createdBy,
      created_at: now(),
    })
    .execute()
  return id
}

export const loadRevision = (db: Db, id: string): Promise<Row<'revisions'>> =>
  db.selectFrom('revisions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
