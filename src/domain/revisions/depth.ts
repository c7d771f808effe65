// Limits the depth of pages. Unbounded depth would let a client overflow recursive walks.
import type { ApplyResult } from '../../engine/changes/apply-changes.ts'
import type { Change } from '../../engine/changes/change.ts'
import type { Reading } from '../../engine/reading.ts'
import { openTree, type Tree } from '../../engine/tree/draft.ts'
import { findPage, listAncestors, listChildKeys } from '../../engine/tree/pages.ts'

export const MAX_DEPTH = 100

/**
 * The index of a change that puts a page or its descendants too deep. Checks only changes that put a page into another.
 */
export function* findTooDeep(
  { root, effects }: Extract<ApplyResult, { ok: true }>,
  changes: readonly Change[],
): Reading<number | undefined> {
  const tree = openTree(root)
  for (const [index, change] of changes.entries()) {
    const effect = effects[index]!
    if (!('into' in change) || !change.into || !('page' in effect)) continue
    const page = yield* findPage(tree, effect.page)
    if (!page) continue
    const below = change.operation === 'update_page' ? yield* countLevels(tree, page.id) : 0
    if ((yield* listAncestors(tree, page)).length + below >= MAX_DEPTH) return index
  }
  return undefined
}

function* countLevels(tree: Tree, id: string): Reading<number> {
  let levels = 0
  let ids = [id]
  for (;;) {
    const below: string[] = []
    for (const each of ids) for (const child of yield* listChildKeys(tree, each)) below.push(child.id)
    if (below.length === 0) return levels
    levels++
    ids = below
  }
}
