// The pieces of the latest version of a specification. Pages read only those that they show.
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { isOneOf } from '../../db/dialect.ts'
import type { Db } from '../../db/tables.ts'
import { sha256 } from '../../lib/hash.ts'
import type { Piece } from '../../openapi/pieces.ts'

/** A version of a specification, by its hash. */
export interface PieceSource {
  specId: string
  hash: string
}

const BATCH = 100

/** Stores pieces in many small transactions, ahead of the version that they belong to. */
export async function storePieces(
  database: Database,
  { specId, hash }: PieceSource,
  pieces: readonly Piece[],
): Promise<void> {
  const rows = pieces.map(({ name, json }) => ({
    spec_id: specId,
    version_hash: hash,
    name_hash: sha256(name),
    name,
    value: json,
  }))
  for (let at = 0; at < rows.length; at += BATCH)
    await database.write(async (db) => {
      // The specification may be deleted meanwhile.
      const spec = await db.selectFrom('openapi_specs').select('id').where('id', '=', specId).executeTakeFirst()
      if (!spec) return
      await db
        .insertInto('openapi_pieces')
        .values(rows.slice(at, at + BATCH))
        .onConflict((it) => it.columns(['spec_id', 'version_hash', 'name_hash']).doNothing())
        .execute()
    })
}

export const hasPieces = async (db: Db, { specId, hash }: PieceSource): Promise<boolean> =>
  (await db
    .selectFrom('openapi_pieces')
    .select('name_hash')
    .where('spec_id', '=', specId)
    .where('version_hash', '=', hash)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Removes the pieces of all other versions. */
export const removeOtherPieces = (db: Db, { specId, hash }: PieceSource) =>
  db.deleteFrom('openapi_pieces').where('spec_id', '=', specId).where('version_hash', '!=', hash).execute()

/** The values of the pieces that exist, by name. */
export async function findPieces(
  db: Db,
  { specId, hash }: PieceSource,
  names: readonly string[],
): Promise<Map<string, string>> {
  if (names.length === 0) return new Map()
  const rows = await db
    .selectFrom('openapi_pieces')
    .select(['name', 'value'])
    .where('spec_id', '=', specId)
    .where('version_hash', '=', hash)
    .where(isOneOf(db, sql.ref('name_hash'), names.map(sha256)))
    .execute()
  return new Map(rows.map(({ name, value }) => [name, value]))
}
