// Stores immutable objects by the hash of their bytes. Objects never change, so they are cached after reading; the
// least recently used are evicted first.

import { sql } from 'kysely'
import type { Encoded, Hash, Json } from '../engine/objects.ts'
import { decode } from '../engine/objects.ts'
import { createCache } from '../lib/cache.ts'
import { yieldToEventLoop } from '../lib/event-loop.ts'
import { asList, containsBytes, isInList, isOneOf, isSqlite } from './dialect.ts'
import { prepared } from './prepared.ts'
import type { Db } from './tables.ts'

const MAX_CACHED_BYTES = 32 * 1024 * 1024
/** How much more an object takes when it is decoded, about. */
const DECODED = 5
/** Larger objects are not decoded until they are read. */
const MAX_WRITTEN_BYTES = 256 * 1024
/** Well below the parameter limits of both databases. */
const BATCH_SIZE = 500
/** Loads the objects with these hashes; missing ones are left out. */
export async function loadObjects(db: Db, hashes: readonly Hash[]): Promise<Map<Hash, Json>> {
  const found = new Map<Hash, Json>()
  const unknown = hashes.filter((hash) => {
    const value = cache.get(hash)
    if (value !== undefined) found.set(hash, value)
    return value === undefined
  })
  if (unknown.length === 0) return found
  const rows = await findBytes(db, { hashes: asList(db, unknown) })
  for (const { hash, bytes } of rows) found.set(hash, addToCache(hash, decode(bytes), bytes.length))
  return found
}

const findBytes = prepared<{ hashes: unknown }, { hash: string; bytes: Uint8Array }>((db, param) =>
  db
    .selectFrom('objects')
    .select(['hash', 'bytes'])
    .where(isInList(db, sql.ref('hash'), param('hashes'))),
)

/** The number of bytes that these objects have together. */
export async function countBytes(db: Db, hashes: readonly Hash[]): Promise<number> {
  if (hashes.length === 0) return 0
  const row = await db
    .selectFrom('objects')
    .select((is) => is.fn.sum(sql<number>`length(bytes)`).as('bytes'))
    .where(isOneOf(db, sql.ref('hash'), hashes))
    .executeTakeFirst()
  return Number(row?.bytes ?? 0)
}

/** True if the bytes of one of these objects contain the text, without decoding them. */
export async function anyContainsText(db: Db, hashes: readonly Hash[], text: string): Promise<boolean> {
  for (let at = 0; at < hashes.length; at += BATCH_SIZE)
    if (
      await containing(db, hashes.slice(at, at + BATCH_SIZE), text)
        .limit(1)
        .executeTakeFirst()
    )
      return true
  return false
}

/** The objects among these whose bytes contain the text, without decoding them. */
export async function findContainingText(db: Db, hashes: readonly Hash[], text: string): Promise<Set<Hash>> {
  const found = new Set<Hash>()
  for (let at = 0; at < hashes.length; at += BATCH_SIZE) {
    const rows = await containing(db, hashes.slice(at, at + BATCH_SIZE), text).execute()
    for (const { hash } of rows) found.add(hash)
    await yieldToEventLoop()
  }
  return found
}

const containing = (db: Db, hashes: readonly Hash[], text: string) =>
  db
    .selectFrom('objects')
    .select('hash')
    .where(isOneOf(db, sql.ref('hash'), hashes))
    .where(containsBytes(db, sql.ref('bytes'), Buffer.from(text)))

/**
 * Stores objects and skips existing ones. Inserts are ordered by hash, so that concurrent transactions with the same
 * objects cannot deadlock. The cache does not prove that an object is stored: it may have been read in a transaction
 * that was rolled back.
 */
export async function saveObjects(db: Db, objects: readonly Encoded[]): Promise<void> {
  const missing = await withoutStored(db, new Map(objects.map((object) => [object.hash, object])))
  if (isSqlite(db)) for (const { hash, bytes } of missing) await putObject(db, { hash, bytes })
  else
    for (let at = 0; at < missing.length; at += BATCH_SIZE) await insertObjects(db, missing.slice(at, at + BATCH_SIZE))
  missing.forEach(cacheWritten)
}

/** What was written is likely to be read, and edited, soon. */
function cacheWritten({ hash, value, bytes }: Encoded): void {
  if (bytes.length <= MAX_WRITTEN_BYTES) addToCache(hash, value, bytes.length)
}

const putObject = prepared<{ hash: Hash; bytes: Uint8Array }, never>((db, param) =>
  db
    .insertInto('objects')
    .values({ hash: param('hash'), bytes: param('bytes') })
    .onConflict((conflict) =>
      conflict.column('hash').doUpdateSet({ unused_since: null }).where('objects.unused_since', 'is not', null),
    ),
)

const insertObjects = (db: Db, objects: readonly Encoded[]): Promise<unknown> =>
  db
    .insertInto('objects')
    .values(objects.map(({ hash, bytes }) => ({ hash, bytes: Buffer.from(bytes) })))
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()

const byHash = (one: Encoded, other: Encoded): number => (one.hash < other.hash ? -1 : 1)

async function withoutStored(db: Db, objects: Map<Hash, Encoded>): Promise<Encoded[]> {
  if (objects.size === 0) return []
  const stored = await findMarks(db, { hashes: asList(db, [...objects.keys()]) })
  const gone = await liftMarks(
    db,
    stored.filter(({ unused_since }) => unused_since !== null).map(({ hash }) => hash),
  )
  for (const { hash } of stored) if (!gone.has(hash)) objects.delete(hash)
  return [...objects.values()].sort(byHash)
}

const findMarks = prepared<{ hashes: unknown }, { hash: string; unused_since: string | null }>((db, param) =>
  db
    .selectFrom('objects')
    .select(['hash', 'unused_since'])
    .where(isInList(db, sql.ref('hash'), param('hashes'))),
)

/** Keeps marked objects from being collected; returns those that were collected meanwhile. */
async function liftMarks(db: Db, marked: readonly Hash[]): Promise<Set<Hash>> {
  if (marked.length === 0) return new Set()
  const kept = await db
    .updateTable('objects')
    .set({ unused_since: null })
    .where(isOneOf(db, sql.ref('hash'), marked))
    .returning('hash')
    .execute()
  const gone = new Set(marked)
  for (const { hash } of kept) gone.delete(hash)
  return gone
}

const cache = createCache<Json & object>(MAX_CACHED_BYTES)

function addToCache(hash: Hash, value: Json, size: number): Json {
  if (!cache.get(hash)) cache.set(hash, value as Json & object, DECODED * size)
  return value
}
