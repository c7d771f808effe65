// How replies show pages and revisions.
import type { Row } from '../../db/tables.ts'
import type { Reading } from '../../engine/reading.ts'
import { listRecords, loadVariables } from '../../engine/tree/collections.ts'
import { openTree } from '../../engine/tree/draft.ts'
import { listSubtree, loadPageTree, nestPages, type PageNode, pathOf } from '../../engine/tree/pages.ts'
import type { Page } from '../../engine/tree/records.ts'
import type { Urls } from '../../server/urls.ts'
import type { PageJson } from './schemas.ts'

const DEFAULT_LAYOUT = {
  width: 'default',
  cover: true,
  coverSize: 'full',
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
} as const

const KINDS = { document: 'sheet', group: 'group', link: 'link', computed: undefined } as const

export function toPage({ page, path, pages }: PageNode, spaceId: string, urls: Urls): PageJson {
  const { document, layout, cover, target, computed, parent: _parent, position: _position, ...shown } = page
  const isDocument = page.type === 'document'
  return {
    ...(shown as Partial<PageJson>),
    id: page.id,
    title: page.title,
    type: page.type,
    kind: KINDS[page.type],
    ...(isDocument && { documentId: document, layout: { ...DEFAULT_LAYOUT, ...(layout as object) } }),
    ...(isDocument && { urls: { app: urls.app(`/spaces/${spaceId}/pages/${page.id}`) }, cover: cover as object }),
    ...(page.slug !== undefined && { path, pages: pages.map((child) => toPage(child, spaceId, urls)) }),
    target: target as object | undefined,
    computed: computed as object | undefined,
  }
}

/** Everything a revision holds, in one reading. */
export function* readRevision(row: Row<'revisions'>, urls: Urls) {
  const tree = openTree(row.root)
  const pages = yield* loadPageTree(tree)
  const files = yield* listRecords(tree, 'file')
  const reusableContents = yield* listRecords(tree, 'reusableContent')
  return {
    object: 'revision' as const,
    id: row.id,
    type: row.type,
    parents: JSON.parse(row.parents) as string[],
    pages: pages.map((page) => toPage(page, row.space_id, urls)),
    files: files.map(({ record }) => record),
    reusableContents: reusableContents.map(({ record }) => record),
    variables: yield* loadVariables(tree),
    createdAt: row.created_at,
    urls: { app: urls.app(`/spaces/${row.space_id}/revisions/${row.id}`) },
  }
}

/** A page with its path and the pages below it. Reads its ancestors and descendants only. */
export function* readPage(
  root: string,
  find: (tree: ReturnType<typeof openTree>) => Reading<Page | undefined>,
): Reading<PageNode | undefined> {
  const tree = openTree(root)
  const page = yield* find(tree)
  if (!page) return undefined
  const path = yield* pathOf(tree, page)
  const subtree = yield* listSubtree(tree, page)
  const [node] = nestPages(subtree.map((each) => (each.id === page.id ? { ...each, parent: '' } : each)))
  return { ...withPaths(node!, path), page }
}

// The pages below were nested as if this one stood at the top; their paths get the way down to it.
function withPaths(node: PageNode, path: string): PageNode {
  const pages = node.pages.map((child) =>
    withPaths(child, child.page.slug ? [path, child.page.slug].filter(Boolean).join('/') : path),
  )
  return { ...node, path, pages }
}
