// Search in content other than that of the index, such as a change request: pages that differ are matched against what
// they say there, all others with the index.
import type { Db } from '../../db/tables.ts'
import { isSearchable } from '../../domain/documents/index.ts'
import { readContent, readInSteps, type View } from '../../domain/revisions/index.ts'
import { diffTrees } from '../../engine/diff.ts'
import type { Hash } from '../../engine/objects.ts'
import { findPages } from '../../engine/tree/pages.ts'
import type { SearchTerm } from '../../lib/words.ts'
import type { SearchedSpace } from './indexed-spaces.ts'
import { findMatchingPages, MAX_EVALUATED, type VisibleMatch } from './visible-pages.ts'

/** The ids of pages that were changed, added or removed since the content of the index. */
export async function listChangedPages(db: Db, { root, indexedRoot = root }: SearchedSpace): Promise<string[]> {
  if (root === indexedRoot) return []
  const { page } = await readInSteps(db, diffTrees(indexedRoot as Hash, root as Hash))
  return page.map(({ id }) => id)
}

export async function matchChanged(
  db: Db,
  view: View,
  changed: readonly string[],
  levels: readonly SearchTerm[][],
): Promise<VisibleMatch[]> {
  if (changed.length === 0 || levels.length === 0) return []
  const pages = await readContent(db, findPages(view.tree, changed.slice(0, MAX_EVALUATED)))
  const found = await findMatchingPages(db, view, pages.filter(isSearchable), levels)
  return found.map(({ page, level }, at) => ({ id: at, page_id: page.id, sections: '', level }))
}
