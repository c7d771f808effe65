// How replies show pages and revisions.
import type { Hash } from '../../engine/objects.ts'
import type { Reading } from '../../engine/reading.ts'
import { listRecords, loadVariables } from '../../engine/tree/collections.ts'
import { openTree } from '../../engine/tree/draft.ts'
import { listSubtree, loadPageTree, nestPages, type PageNode, pathOf } from '../../engine/tree/pages.ts'
import type { Page } from '../../engine/tree/records.ts'
import type { Files } from '../../files/files.ts'
import type { Urls } from '../../server/urls.ts'
import { toFile } from '../files/queries.ts'
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

/** How a reply shows content. */
export interface Showing {
  space: { id: string }
  urls: Urls
  files: Files
  /** With where things come from in git. */
  metadata?: boolean | undefined
}

export function toPage({ page, path, pages }: PageNode, showing: Showing): PageJson {
  const {
    document,
    layout,
    cover,
    target,
    computed,
    parent: _parent,
    position: _position,
    git,
    frontMatter: _frontMatter,
    ...shown
  } = page
  const isDocument = page.type === 'document'
  return {
    ...(shown as Partial<PageJson>),
    id: page.id,
    title: page.title,
    type: page.type,
    kind: KINDS[page.type],
    ...(isDocument && { documentId: document, layout: { ...DEFAULT_LAYOUT, ...(layout as object) } }),
    ...(isDocument && { urls: { app: appUrlOf(page, showing) }, cover: cover as object }),
    ...(page.slug !== undefined && { path, pages: pages.map((child) => toPage(child, showing)) }),
    target: target as object | undefined,
    computed: computed as object | undefined,
    git: showing.metadata === false ? undefined : git,
  }
}

const appUrlOf = ({ id }: Page, { space, urls }: Showing) => urls.app(`/spaces/${space.id}/pages/${id}`)

export const withoutGit = <T extends { git?: unknown }>(record: T, { metadata }: Showing): T =>
  metadata === false ? { ...record, git: undefined } : record

/** What a revision holds, in one reading. */
export function* readRevision(root: Hash, showing: Showing) {
  const tree = openTree(root)
  const pages = yield* loadPageTree(tree)
  const files = yield* listRecords(tree, 'file')
  const reusableContents = yield* listRecords(tree, 'reusableContent')
  return {
    pages: pages.map((page) => toPage(page, showing)),
    files: files.map(({ record }) => withoutGit(toFile(record, showing.files.signer, showing.urls), showing)),
    reusableContents: reusableContents.map(({ record }) => withoutGit(record, showing)),
    variables: yield* loadVariables(tree),
  }
}

/** A page with its path and the pages below it. Reads its ancestors and descendants only. */
export function* readPage(
  root: Hash,
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
