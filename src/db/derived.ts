// Tables that are derived from content and can be rebuilt. They are not copied, and backups do not contain them.

export const DERIVED_TABLES = ['content_indexes', 'links', 'link_targets', 'search_pages'] as const

/** Written by triggers of PostgreSQL alone, which follow every row that is copied. */
const COUNT_TABLES = ['member_counts', 'space_counts']

export const isDerivedTable = (table: string): boolean =>
  (DERIVED_TABLES as readonly string[]).includes(table) || COUNT_TABLES.includes(table)
