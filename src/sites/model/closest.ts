// The pages closest to a path that leads nowhere: those beside it, most similar first.
import type { Db } from '../../db/tables.ts'
import { findPageNodeByPath, readContent, type View } from '../../domain/revisions/index.ts'
import { type Located, listShown } from './reading-order.ts'

const MAX_FOUND = 5
/** On all levels together. */
const MAX_LOOKED_AT = 2000

export async function findClosest(db: Db, view: View, path: string): Promise<Located[]> {
  const segments = path.toLowerCase().split('/').filter(Boolean).slice(0, 20)
  const wanted = segments.at(-1) ?? ''
  const found: (Located & { score: number })[] = []
  for (let depth = segments.length - 1; depth >= 0; depth--) {
    const above = depth === 0 ? undefined : await findPageNodeByPath(db, view, segments.slice(0, depth).join('/'))
    if (depth > 0 && !above) continue
    const prefix = above ? `${above.path}/` : ''
    const pages = await readContent(db, listShown(view.tree, above?.page.id ?? ''))
    for (const page of pages.slice(0, MAX_LOOKED_AT - found.length))
      if (page.slug && page.type === 'document')
        found.push({ page, path: page.ownPath ?? prefix + page.slug, score: similarity(wanted, page.slug) })
  }
  return found
    .sort((one, other) => other.score - one.score)
    .filter(({ page }, at, all) => all.findIndex((each) => each.page.id === page.id) === at)
    .slice(0, MAX_FOUND)
}

/** The share of pairs of letters that two words have in common. */
function similarity(one: string, other: string): number {
  const [first, second] = [pairsOf(one), pairsOf(other)]
  const common = [...first].filter((pair) => second.has(pair)).length
  return (2 * common) / Math.max(1, first.size + second.size)
}

const pairsOf = (word: string): Set<string> => {
  const text = ` ${word.slice(0, 200)} `
  return new Set(Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2)))
}
