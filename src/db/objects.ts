// Immutable content by the hash of its bytes. What a hash names never changes, so objects once read are kept in memory,
// the least recently used going first.

import { sql } from 'kysely'
import type { Encoded, Hash, Json } from '../engine/objects.ts'
import { decode } from '../engine/objects.ts'
import { isOneOf } from './dialect.ts'
import type { Db } from './tables.ts'

const BYTES_KEPT = 32 * 1024 * 1024
/** Far below the number of parameters that either database takes in one statement. */
const ROWS_AT_ONCE = 500

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

/**
 * Stores objects; those that are there already are not sent again. In the order of hashes, so that transactions which
 * store the same objects wait for each other and never in a circle. What is known in memory is no proof of being
 * stored: it may have been read in a transaction that was undone.
 */
export async function saveObjects(db: Db, objects: readonly Encoded[]): Promise<void> {
  const missing = await withoutStored(db, new Map(objects.map((object) => [object.hash, object])))
  for (let at = 0; at < missing.length; at += ROWS_AT_ONCE) {
    const rows = missing.slice(at, at + ROWS_AT_ONCE)
    await db
      .insertInto('objects')
      .values(rows.map(({ hash, bytes }) => ({ hash, bytes: Buffer.from(bytes) })))
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute()
  }
}

async function withoutStored(db: Db, objects: Map<Hash, Encoded>): Promise<Encoded[]> {
  if (objects.size === 0) return []
  const stored = await db
    .selectFrom('objects')
    .select('hash')
    .where(isOneOf(db, sql.ref('hash'), [...objects.keys()]))
    .execute()
  for (const { hash } of stored) objects.delete(hash)
  return [...objects.values()].sort((one, other) => (one.hash < other.hash ? -1 : 1))
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
