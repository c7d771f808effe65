// Matches pages against the content that a visitor sees, without the index.
import { setImmediate } from 'node:timers/promises'
import type { SearchHit } from '../../db/search.ts'
import type { Db } from '../../db/tables.ts'
import { indexedWordsOf } from '../../domain/documents/index.ts'
import type { View } from '../../domain/revisions/index.ts'
import type { Page } from '../../engine/tree/records.ts'
import type { SearchTerm } from '../../lib/words.ts'
import { loadVisibleSections } from './visible-sections.ts'

export interface VisibleMatch extends SearchHit {
  level: number
}

/** Evaluating a page takes about a millisecond. */
export const MAX_EVALUATED = 500
const AT_ONCE = 10

/** The pages that match, each with its best level. */
export async function findMatchingPages(
  db: Db,
  view: View,
  pages: readonly Page[],
  levels: readonly SearchTerm[][],
): Promise<{ page: Page; level: number }[]> {
  const { audience } = view
  const found: { page: Page; level: number }[] = []
  for (const [at, page] of pages.entries()) {
    const visitor = audience === 'everything' ? { claims: {} } : audience
    const words = new Set(indexedWordsOf(page, await loadVisibleSections(db, view, page, visitor)))
    const level = levels.findIndex((sought) => sought.every((word) => isAmong(words, word)))
    if (level >= 0) found.push({ page, level })
    if (at % AT_ONCE === 0) await setImmediate()
  }
  return found
}

const isAmong = (words: ReadonlySet<string>, { word, prefix }: SearchTerm): boolean =>
  words.has(word) || (prefix && [...words].some((each) => each.startsWith(word)))
