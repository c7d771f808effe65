// Tables that are derived from content and can be rebuilt. They are not copied, and backups do not contain them.

export const DERIVED_TABLES = ['content_indexes', 'links', 'link_targets', 'search_pages'] as const

const ALL: ReadonlySet<string> = new Set(DERIVED_TABLES)

export const isDerivedTable = (table: string): boolean => ALL.has(table)
