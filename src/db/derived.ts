// Tables that are made from the content and can be made again: they are not copied, and no backup depends on them.

export const DERIVED = ['content_indexes', 'links', 'link_targets', 'search_pages'] as const

export const isDerived = (table: string): boolean => (DERIVED as readonly string[]).includes(table)
