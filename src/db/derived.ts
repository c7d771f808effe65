// Tables that are derived from content and can be rebuilt. They are not copied, and backups do not contain them.

export const DERIVED_TABLES = ['content_indexes', 'links', 'link_targets', 'search_pages'] as const

/** Written by triggers of PostgreSQL alone, which follow every row that is copied. */
const COUNT_TABLES = ['member_counts', 'space_counts']

/** On SQLite alone: words of `search_pages`, with which they go. */
const WAITING_TABLES = ['waiting_words']

const ALL: ReadonlySet<string> = new Set([...DERIVED_TABLES, ...COUNT_TABLES, ...WAITING_TABLES])

export const isDerivedTable = (table: string): boolean => ALL.has(table)
