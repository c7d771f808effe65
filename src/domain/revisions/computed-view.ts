// Adds computed pages to views. `computed_state` of the space changes with every specification version, and is null for
// spaces that never had a computed page.
import { computedIds, listComputed, putComputed, specsIn } from '../../computed/tree.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/tables.ts'
import { openTree, type Tree } from '../../engine/tree/draft.ts'
import type { Page } from '../../engine/tree/records.ts'
import { derived } from '../../lib/derived.ts'
import { loadCurrentSpecs } from '../openapi-specs/index.ts'
import type { Content } from './conditions.ts'
import { readContent } from './revisions.ts'

/** The fields of a view that computed pages change. */
interface StoredView {
  readonly name: string
  readonly tree: Tree
  readonly hiddenPages: readonly string[]
}

export interface ComputedView extends StoredView {
  /** Pages that are in no stored tree. */
  readonly computedPages: readonly Page[]
  /** The organization whose specifications they are computed from. */
  readonly organization: string
}

/** A computed page in the list and in the tree, about. */
const PAGE_BYTES = 2000

const views = derived<ComputedView>('computed view', { bytesOf: (view) => PAGE_BYTES * view.computedPages.length })

/** The view with computed pages; undefined if the space has none. */
export async function computeView(db: Db, content: Content, view: StoredView): Promise<ComputedView | undefined> {
  const space = content.space ?? (await findComputing(db, { id: content.space_id }))[0]
  if (!space || space.computed_state === null) return undefined
  const name = `${view.name}.${space.computed_state}`
  return views.find(name) ?? views.keep(name, await compute(db, space.organization_id, { ...view, name }))
}

const findComputing = prepared<{ id: string }, NonNullable<Content['space']>>((db, param) =>
  db.selectFrom('spaces').select(['organization_id', 'computed_state']).where('id', '=', param('id')),
)

async function compute(db: Db, organization: string, view: StoredView): Promise<ComputedView> {
  const all = await readContent(db, listComputed(openTree(view.tree.root)))
  const specs = await loadCurrentSpecs(db, organization, specsIn(all))
  const tree = openTree(view.tree.root)
  for (const [key, value] of view.tree.edits.entries()) tree.edits.set(key, value)
  const seen = await readContent(db, listComputed(tree))
  const hidden = all.filter(({ id }) => !seen.some((page) => page.id === id))
  return {
    name: view.name,
    tree,
    hiddenPages: [...view.hiddenPages, ...hidden.flatMap((page) => computedIds(page, specs))],
    computedPages: await readContent(db, putComputed(tree, seen, specs)),
    organization,
  }
}
