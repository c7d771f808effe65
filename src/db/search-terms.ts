// What the full-text search of SQLite is asked for. It collects all pages of the database that have a word with some
// beginning, and then leaves out those of other spaces, so the words themselves are looked up first: of a word, it only reads
// the pages of the space.
import { CompiledQuery } from 'kysely'
import type { SearchTerm } from '../lib/words.ts'
import type { Db } from './tables.ts'

/** Matches pages with every word of `all`, except pages that also have every word of `except`. */
export interface SearchExpression {
  all: readonly SearchTerm[]
  except?: readonly SearchTerm[]
}

/** Looking up a word takes 50 µs. A beginning of four letters or more, as they are here, rarely has as many. */
const MAX_WORDS = 32

/** The expression in the language of FTS5; undefined if nothing can match. */
export async function toMatch(db: Db, { all, except }: SearchExpression): Promise<string | undefined> {
  const matched = await joined(db, all)
  if (matched === undefined || !except) return matched
  const excepted = await joined(db, except)
  return excepted === undefined ? matched : `(${matched}) NOT (${excepted})`
}

async function joined(db: Db, terms: readonly SearchTerm[]): Promise<string | undefined> {
  const parts: string[] = []
  for (const { word, prefix } of terms) {
    const words = prefix ? await listWords(db, word) : [word]
    if (words.length === 0) return undefined
    parts.push(words.length > MAX_WORDS ? `${quoted(word)} *` : `(${words.map(quoted).join(' OR ')})`)
  }
  return parts.join(' AND ')
}

/** Words contain only letters and numbers, so they need no escaping. */
const quoted = (word: string): string => `"${word}"`

/** The words that begin so, or one more than are looked up. The table lists every page of a word, in order: a word has to be skipped. */
async function listWords(db: Db, beginning: string): Promise<string[]> {
  const { rows } = await db.executeQuery<{ term: string }>(
    CompiledQuery.raw(
      `with recursive found (term) as (
        select (select term from search_terms where term >= ? limit 1)
        union all
        select (select term from search_terms where term >= found.term || char(1) limit 1) from found
        where found.term < ?
      )
      select term from found where term < ? limit ${MAX_WORDS + 1}`,
      [beginning, `${beginning}${LAST}`, `${beginning}${LAST}`],
    ),
  )
  return rows.map(({ term }) => term)
}

/** No word has a character after it. */
const LAST = '\u{10ffff}'
