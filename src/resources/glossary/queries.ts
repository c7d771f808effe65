// Queries and presenters for the glossary.
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { isOneOf } from '../../db/dialect.ts'
import { type Page, selectPage } from '../../db/keyset.ts'
import type { Db, Row } from '../../db/tables.ts'
import { now } from '../../lib/time.ts'
import type { Urls } from '../../server/urls.ts'
import type { GlossaryEntry, GlossaryQuery } from './schemas.ts'

type Entry = Row<'glossary_entries'>
export type Terms = Static<typeof GlossaryEntry>['translations']

/** Rows per statement: databases limit the number of parameters. */
const INSERT_BATCH = 500

/** Presents entries with their terms, in one query. */
export async function toEntries(
  db: Db,
  entries: readonly Entry[],
  urls: Urls,
): Promise<Static<typeof GlossaryEntry>[]> {
  const ids = entries.map(({ id }) => id)
  const rows = await db
    .selectFrom('glossary_translations')
    .selectAll()
    .where(isOneOf(db, sql.ref('entry_id'), ids))
    .orderBy('language')
    .execute()
  const terms = new Map<string, Record<string, string>>(ids.map((id) => [id, {}]))
  for (const { entry_id, language, term } of rows) terms.get(entry_id)![language] = term
  return entries.map((entry) => ({
    object: 'glossary-entry',
    id: entry.id,
    translations: terms.get(entry.id)!,
    createdAt: entry.created_at,
    updatedAt: entry.updated_at,
    urls: { location: urls.api(`/orgs/${entry.organization_id}/translations-glossary/${entry.id}`) },
  }))
}

const entriesOf = (db: Db, organizationId: string) =>
  db.selectFrom('glossary_entries').where('glossary_entries.organization_id', '=', organizationId)

/** Sorts after every term. */
const LAST = '\u{10ffff}'

export function takeEntries(db: Db, organizationId: string, { orderBy }: Static<typeof GlossaryQuery>, page: Page) {
  const term = sql<string>`coalesce((
    select term from glossary_translations where entry_id = glossary_entries.id and language = ${orderBy}), ${LAST})`
  const by = orderBy === undefined ? ['glossary_entries.id'] : [term, 'glossary_entries.id']
  return selectPage(entriesOf(db, organizationId), (entries) => entries.selectAll('glossary_entries'), page, { by })
}

export const findEntry = (db: Db, organizationId: string, id: string): Promise<Entry | undefined> =>
  entriesOf(db, organizationId).selectAll().where('id', '=', id).executeTakeFirst()

/** The ids that are entries of this glossary. */
export async function listExistingIds(db: Db, organizationId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await entriesOf(db, organizationId)
    .select('id')
    .where(isOneOf(db, sql.ref('id'), ids))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export async function insertEntries(db: Db, organizationId: string, ids: readonly string[]): Promise<void> {
  const at = now()
  const rows = ids.map((id) => ({ id, organization_id: organizationId, created_at: at, updated_at: at }))
  for (const some of chunks(rows)) await db.insertInto('glossary_entries').values(some).execute()
}

export async function removeEntries(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom('glossary_entries')
    .where(isOneOf(db, sql.ref('id'), ids))
    .execute()
}

/** Replaces the terms of these entries. */
export async function replaceTerms(db: Db, terms: ReadonlyMap<string, Terms>): Promise<void> {
  const ids = [...terms.keys()]
  await db
    .deleteFrom('glossary_translations')
    .where(isOneOf(db, sql.ref('entry_id'), ids))
    .execute()
  await db
    .updateTable('glossary_entries')
    .set({ updated_at: now() })
    .where(isOneOf(db, sql.ref('id'), ids))
    .execute()
  const rows = [...terms].flatMap(([entry_id, given]) =>
    Object.entries(given).map(([language, term]) => ({ entry_id, language, term })),
  )
  for (const some of chunks(rows)) await db.insertInto('glossary_translations').values(some).execute()
}

const chunks = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / INSERT_BATCH) }, (_, at) =>
    rows.slice(at * INSERT_BATCH, (at + 1) * INSERT_BATCH),
  )
