// On SQLite, the words of pages wait in a table until many wait or somebody searches, and go into the full-text index
// together. The index writes a part of itself for every commit and merges such parts later, so that a page takes it several
// times as long alone as together with others. A search brings the index up to date first, so it misses nothing.
import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import { databaseErrorMessage } from './failures.ts'
import { prepared } from './prepared.ts'
import { type IdRange, idsOf, within } from './search-ids.ts'
import { directAccess } from './sqlite/sqlite.ts'
import type { Db } from './tables.ts'

/** At most this many pages and characters wait. With more, the write that indexes them would take too long. */
const MAX_PAGES = 40
const MAX_CHARACTERS = 64 * 1024

interface Waiting {
  pages: number
  characters: number
}

/** What waits as far as this process knows, by the connection that writes; more may wait after a start. */
const known = new WeakMap<Db, Waiting>()

/** Lets the words of a page wait, in place of those that waited before. */
export async function putWords(db: Db, id: bigint, words: readonly string[]): Promise<void> {
  const text = words.join(' ')
  await db.executeQuery(CompiledQuery.raw(PUT, [id, text]))
  const { pages, characters } = known.get(db) ?? { pages: 0, characters: 0 }
  known.set(db, { pages: pages + 1, characters: characters + text.length })
}

const PUT = 'insert into waiting_words (id, words) values (?, ?) on conflict (id) do update set words = excluded.words'

/** Indexes what waits if that is much. */
export async function indexIfMany(db: Db): Promise<void> {
  const { pages, characters } = known.get(db) ?? { pages: 0, characters: 0 }
  if (pages >= MAX_PAGES || characters >= MAX_CHARACTERS) await indexWords(db)
}

// Words are written by the driver, one page after the other, because that is where a long transaction lets others be
// answered.
async function indexWords(db: Db): Promise<void> {
  const rows = await listWaiting(db, {})
  for (const { id, words } of rows) await db.executeQuery(CompiledQuery.raw(INDEX, [BigInt(id), words]))
  if (rows.length > 0) await db.executeQuery(CompiledQuery.raw('delete from waiting_words'))
  known.delete(db)
}

const INDEX = 'replace into search_words (rowid, words) values (?, ?)'

const listWaiting = prepared<Record<never, never>, { id: number; words: string }>(
  () => sql<{ id: number; words: string }>`select id, words from waiting_words order by id`,
  { keepsRows: false },
)

const findWaiting = prepared<IdRange, { id: number }>(
  (_db, param) => sql<{ id: number }>`
    select id from waiting_words where id > ${param('after')} and id < ${param('before')} limit 1`,
)

const ALL_IDS: IdRange = { after: 0n, before: 2n ** 62n }

/** True in a query while words of the space with this number wait. */
export const isWaiting = (number: number): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from waiting_words where ${within(sql.ref('id'), number)})`

type Write = (work: (db: Db) => Promise<void>) => Promise<void>

const writers = new WeakMap<Db, Write>()

/** Searches that read with this connection index what waits with `write`. */
export const indexThrough = (reader: Db, write: Write): void => void writers.set(reader, write)

/** Indexes what waits, before a search of the space with this number, or of all. A snapshot cannot: it does without. */
export async function indexBeforeSearch(db: Db, number?: number): Promise<void> {
  const waiting = await findWaiting(db, number === undefined ? ALL_IDS : idsOf(number))
  if (waiting.length === 0) return
  const write = writers.get(db)
  if (write) await write(indexWords).catch(throwUnlessUnwritable)
  else if (isWriter(db)) await indexWords(db)
}

/** True for the connection of a transaction that writes. */
function isWriter(db: Db): boolean {
  const direct = directAccess(db)
  return direct !== undefined && direct.rowCache === undefined
}

/** While nothing can be written, because the disk is full, searches do without the few pages that wait. */
function throwUnlessUnwritable(error: unknown): void {
  if (databaseErrorMessage(error) === undefined) throw error
}
