// Reads and presents pages and revisions.
import type { Db } from '../../db/tables.ts'
import type { Reading } from '../../engine/reading.ts'
import { listRecords, loadVariables } from '../../engine/tree/collections.ts'
import type { Tree } from '../../engine/tree/draft.ts'
import { listPageTags } from '../../engine/tree/page-tags.ts'
import {
  findPage,
  findPageByPath,
  listSubtree,
  loadPageTree,
  nestPages,
  type PageNode,
  pathOf,
} from '../../engine/tree/pages.ts'
import type { Page } from '../../engine/tree/records.ts'
import type { Files } from '../../files/files.ts'
import type { Urls } from '../../server/urls.ts'
import type { PageJson } from '../../shapes/content.ts'
import { toFile } from './files.ts'
import { readContent } from './revisions.ts'
import type { View } from './view.ts'

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

/** How to present content. */
interface PageContext {
  space: { id: string }
  urls: Urls
  files: Files
  /** Include the origin of content in Git. */
  metadata?: boolean | undefined
  /** Omit conditions, which readers must not see. */
  withoutConditions?: boolean | undefined
  /** Include computed pages in stored form, instead of leaving them out. */
  stored?: boolean | undefined
}

export const toPages = (nodes: readonly PageNode[], context: PageContext): PageJson[] =>
  nodes.filter(({ page }) => context.stored || page.type !== 'computed').map((node) => toPage(node, context))

export function toPage({ page, path, pages }: PageNode, context: PageContext): PageJson {
  const {
    document,
    layout,
    cover,
    target,
    computed,
    condition,
    parent: _parent,
    position: _position,
    git,
    frontMatter: _frontMatter,
    frontMatterKeys: _keys,
    ownPath: _ownPath,
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
    ...(isDocument && { tags: listPageTags(page) }),
    ...(isDocument && { urls: { app: appUrlOf(page, context) }, cover: cover as object }),
    ...(page.slug !== undefined && { path, pages: toPages(pages, context) }),
    target: target as object | undefined,
    computed: computed as object | undefined,
    condition: context.withoutConditions ? undefined : condition,
    git: context.metadata === false ? undefined : git,
  }
}

const appUrlOf = ({ id }: Page, { space, urls }: PageContext) => urls.app(`/spaces/${space.id}/pages/${id}`)

export const withoutGit = <T extends { git?: unknown }>(record: T, { metadata }: PageContext): T =>
  metadata === false ? { ...record, git: undefined } : record

/** Reads the content of a revision in one pass. */
export function* readRevision(tree: Tree, context: PageContext) {
  const pages = yield* loadPageTree(tree)
  const files = yield* listRecords(tree, 'file')
  const reusableContents = yield* listRecords(tree, 'reusableContent')
  const tags = yield* listRecords(tree, 'tag')
  return {
    pages: toPages(pages, context),
    files: files.map(({ record }) => withoutGit(toFile(record, context.files.signer, context.urls), context)),
    reusableContents: reusableContents.map(({ record }) => withoutGit(record, context)),
    tags: tags.map(({ record }) => ({ color: 'default', ...record })),
    variables: yield* loadVariables(tree),
  }
}

export const findPageNode = (db: Db, { tree }: View, id: string): Promise<PageNode | undefined> =>
  readContent(db, readPage(tree, findPage(tree, id)))

export const findPageNodeByPath = (db: Db, { tree }: View, path: string): Promise<PageNode | undefined> =>
  readContent(db, readPage(tree, findPageByPath(tree, path)))

/** Reads a page with its path and the pages below it, without the rest of the tree. */
export function* readPage(tree: Tree, find: Reading<Page | undefined>): Reading<PageNode | undefined> {
  const page = yield* find
  if (!page) return undefined
  const path = yield* pathOf(tree, page)
  const subtree = yield* listSubtree(tree, page)
  const [node] = nestPages(subtree.map((each) => (each.id === page.id ? { ...each, parent: '' } : each)))
  return { ...withPaths(node!, path), page }
}

// `nestPages` treated this page as a root, so its path is prefixed here.
function withPaths(node: PageNode, path: string): PageNode {
  const pages = node.pages.map((child) => {
    const { ownPath, slug } = child.page
    return withPaths(child, ownPath ?? [path, slug].filter(Boolean).join('/'))
  })
  return { ...node, path, pages }
}
