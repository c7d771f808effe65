// Where the content of a space uses a variable: in expressions, and in the conditions of pages and parts of them. There is
// no index of expressions: the database finds the documents with the name of the variable, and only those are read.
import type { Page } from '../../db/keyset.ts'
import { findContainingText } from '../../db/objects.ts'
import type { Db } from '../../db/tables.ts'
import { readContent, readInSteps } from '../../domain/revisions/index.ts'
import type { Document } from '../../engine/document.ts'
import { loadObject, type Reading } from '../../engine/reading.ts'
import { findRecord, listRecords } from '../../engine/tree/collections.ts'
import { openTree, type Tree } from '../../engine/tree/draft.ts'
import { listPages } from '../../engine/tree/pages.ts'
import { walk } from '../../engine/walk.ts'
import { problem } from '../../errors.ts'
import { findExpression, variablesIn } from '../../expressions/index.ts'
import type { ListOf } from '../../server/operation.ts'
import type { ContentItem } from './content-items.ts'
import { type LinkContext, loadLinkView } from './lists.ts'
import { createLocationPresenter } from './locations.ts'
import type { Location } from './schemas.ts'

interface Use extends Omit<ContentItem, 'spaceId'> {
  block?: string | undefined
}

export async function listVariableBacklinks(context: LinkContext, name: string, page: Page): Promise<ListOf<Location>> {
  const { showing, root } = await loadLinkView(context)
  const tree = openTree(root)
  if ((await readContent(context.db, findRecord(tree, 'variable', name))) === undefined) throw problem('notFound')
  const uses = await listUses(context.db, tree, name)
  const from = page.after ? uses.findIndex((use) => keyOf(use) > page.after![0]!) : 0
  const rows = from < 0 ? [] : uses.slice(from, from + page.limit)
  const placeOf = ({ kind, id }: Use) => ({ spaceId: context.space.id, kind, id })
  const show = await createLocationPresenter(showing, rows.map(placeOf))
  const last = rows.at(-1)
  return {
    items: rows.flatMap((use) => show(placeOf(use), use.block ? { type: 'node', node: use.block } : undefined) ?? []),
    count: uses.length,
    next: last && last !== uses.at(-1) ? [keyOf(last)] : undefined,
  }
}

const keyOf = ({ kind, id, block = '' }: Use): string => `${kind} ${id} ${block}`

/** Once for each block, in the order of their keys. */
async function listUses(db: Db, tree: Tree, name: string): Promise<Use[]> {
  const uses = new Map<string, Use>()
  const add = (use: Use) => uses.set(keyOf(use), use)
  const holders = await readInSteps(db, listHolders(tree))
  const documents = holders.flatMap(({ document }) => document ?? [])
  // As it stands within a text of JSON.
  const likely = await findContainingText(db, documents, JSON.stringify(name).slice(1, -1))
  for (const { condition, document, ...holder } of holders) {
    if (reads(condition, name)) add(holder)
    if (document === undefined || !likely.has(document)) continue
    for (const block of blocksThatRead(await readInSteps(db, loadObject<never>(document)), name))
      add({ ...holder, block })
  }
  return [...uses].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, use]) => use)
}

interface Holder extends Omit<ContentItem, 'spaceId'> {
  condition?: string | undefined
  document?: string | undefined
}

function* listHolders(tree: Tree): Reading<Holder[]> {
  const pages = (yield* listPages(tree)).map(
    ({ id, condition, document }): Holder => ({ kind: 'page', id, condition, document }),
  )
  const contents = (yield* listRecords(tree, 'reusableContent')).map(
    ({ id, record }): Holder => ({ kind: 'reusable-content', id, document: record.document }),
  )
  return [...pages, ...contents]
}

/** The keys of the blocks in which an expression reads the variable. */
const blocksThatRead = (document: Document, name: string): (string | undefined)[] =>
  walk(document).flatMap(({ node, path }) => {
    if (!('data' in node) || !reads(node.data?.expression, name)) return []
    const block = [...path, node].findLast((each) => each.object === 'block' && each.key !== undefined)
    return [block && 'key' in block ? block.key : undefined]
  })

function reads(text: unknown, name: string): boolean {
  if (typeof text !== 'string' || !text.includes(name)) return false
  const expression = findExpression(text)
  return expression !== undefined && variablesIn(expression).has(name)
}
