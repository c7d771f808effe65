// The ids of pages in the search index. They begin with the number of their space, so the pages of a space are a range.
import { type RawBuilder, sql } from 'kysely'

export const PAGES_PER_SPACE = 2 ** 24

/** The ids between these two are those of the pages of a space. */
export interface IdRange {
  [name: string]: unknown
  after: bigint
  before: bigint
}

// Other numbers beyond 32 bits reach SQLite as floating point, which its full-text search ignores.
export const idsOf = (number: number): IdRange => ({
  after: BigInt(number * PAGES_PER_SPACE),
  before: BigInt((number + 1) * PAGES_PER_SPACE),
})

/** A condition for the ids of a space; `last`: only those after it. */
export function within(id: RawBuilder<unknown>, number: number, last?: number): RawBuilder<boolean> {
  const { after, before } = idsOf(number)
  return sql<boolean>`${id} > ${last === undefined ? after : BigInt(last)} and ${id} < ${before}`
}
