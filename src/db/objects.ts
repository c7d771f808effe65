// Immutable content by the hash of its bytes. What a hash names never changes, so objects once read are kept in memory,
// the least recently used going first.

import { sql } from 'kysely'
import type { Encoded, Hash, Json } from '../engine/objects.ts'
import { decode } from '../engine/objects.ts'
import { isOneOf } from './dialect.ts'
import type { Db } from './tables.ts'

const BYTES_KEPT = 32 * 1024 * 1024

/** The objects of these hashes that exist. */
export async function loadObjects(db: Db, hashes: readonly Hash[]): Promise<Map<Hash, Json>> {
  const found = new Map<Hash, Json>()
  const unknown = hashes.filter((hash) => {
    const value = recall(hash)
    if (value !== undefined) found.set(hash, value)
    return value === undefined
  })
  if (unknown.length === 0) return found
  const rows = await db
    .selectFrom('objects')
    .selectAll()
    .where(isOneOf(db, sql.ref('hash'), unknown))
    .execute()
  for (const { hash, bytes } of rows) found.set(hash, remember(hash, decode(bytes), bytes.length))
  return found
}

/** Stores objects; those that are there already are left as they are. */
export async function saveObjects(db: Db, objects: readonly Encoded[]): Promise<void> {
  for (const { hash, bytes } of objects) {
    await db
      .insertInto('objects')
      .values({ hash, bytes: Buffer.from(bytes) })
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute()
  }
}

const kept = new Map<Hash, { value: Json; size: number }>()
let bytesKept = 0

function recall(hash: Hash): Json | undefined {
  const known = kept.get(hash)
  if (!known) return undefined
  kept.delete(hash)
  kept.set(hash, known)
  return known.value
}

function remember(hash: Hash, value: Json, size: number): Json {
  if (kept.has(hash)) return value
  kept.set(hash, { value, size })
  bytesKept += size
  for (const [oldest, { size }] of kept) {
    if (bytesKept <= BYTES_KEPT) break
    kept.delete(oldest)
    bytesKept -= size
  }
  return value
}
