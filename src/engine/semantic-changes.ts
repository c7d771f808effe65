// The differences between two revisions in the shapes of the reference contract (`RevisionSemanticChanges`): pages
// created, edited, moved and deleted, files, reusable contents, tags, variables. A changed file is its record; the
// caller adds what the engine does not know, such as its URL.

import type { Changed, TreeDiff } from './diff.ts'
import { diffTrees } from './diff.ts'
import { type Hash, isEqual } from './objects.ts'
import type { Reading } from './reading.ts'
import { openTree, type Tree } from './tree/draft.ts'
import { findPage, pathOf } from './tree/pages.ts'
import type { File, Page, PageType, ReusableContent, Tag } from './tree/records.ts'

export interface ChangedPage {
  id: string
  type: PageType
  title: string
  path?: string
}

export interface BeforeAfter<T = unknown> {
  before?: T
  after?: T
}

export type Attributes = Record<string, BeforeAfter>

export type SemanticChange =
  | { type: 'page_created' | 'page_deleted'; page: ChangedPage }
  | { type: 'page_edited'; page: ChangedPage; attributes: Attributes }
  | { type: 'page_moved'; page: ChangedPage; parent: BeforeAfter<ChangedPage> }
  | { type: 'file_created' | 'file_deleted'; file: File }
  | { type: 'file_edited'; file: File; attributes: Attributes }
  | { type: 'reusable_content_created' | 'reusable_content_deleted'; reusableContent: ReusableContent }
  | { type: 'reusable_content_edited'; reusableContent: ReusableContent; attributes: Attributes }
  | { type: 'tag_created' | 'tag_deleted'; tag: Tag }
  | { type: 'tag_edited'; tag: Tag; attributes: Attributes }
  | { type: 'variables_edited'; variables: Attributes }

export interface SemanticChanges {
  changes: SemanticChange[]
  /** The number of changes cut off by `limit`; absent if none. */
  more?: number
}

// Attributes that the reference contract names; edits of the others below count as edits too.
const PAGE_ATTRIBUTES = ['title', 'description', 'slug', 'document', 'cover', 'emoji', 'layout', 'variables', 'target']
const MORE_PAGE_ATTRIBUTES = [
  'linkTitle',
  'ownPath',
  'icon',
  'hidden',
  'noIndex',
  'noRobotsIndex',
  'condition',
  'tags',
  'metaLinks',
  'computed',
]
const FILE_ATTRIBUTES = ['name', 'blob', 'size', 'contentType', 'dimensions']
const REUSABLE_ATTRIBUTES = ['title', 'document', 'computed']
const TAG_ATTRIBUTES = ['label', 'color', 'emoji', 'icon']

// A complete change, or one whose paths are only read if it is within the limit.
type Pending = SemanticChange | (() => Reading<SemanticChange>)

/**
 * Lists the semantic changes from the tree at `a` to the tree at `b`: pages created, edited, moved, deleted, then
 * files, reusable contents, tags, variables; each group sorted by id. Changes of timestamps alone are left out.
 */
export function* listSemanticChanges(a: Hash, b: Hash, { limit = 10 } = {}): Reading<SemanticChanges> {
  const diff = yield* diffTrees(a, b)
  const pending = [...pageChanges(diff.page, openTree(a), openTree(b)), ...otherChanges(diff)]
  const changes: SemanticChange[] = []
  for (const change of pending.slice(0, limit)) changes.push(typeof change === 'function' ? yield* change() : change)
  return pending.length > limit ? { changes, more: pending.length - limit } : { changes }
}

/** True if there is a semantic change among the differences. */
export const isSemantic = (diff: TreeDiff): boolean =>
  diff.page.some(({ before, after }) => !before || !after || isMoved(before, after) || diffPages(before, after)) ||
  otherChanges(diff).length > 0

function pageChanges(pages: readonly Changed<Page>[], before: Tree, after: Tree): Pending[] {
  const created: Pending[] = []
  const edited: Pending[] = []
  const moved: Pending[] = []
  const deleted: Pending[] = []
  for (const { before: old, after: now } of pages) {
    if (!old) created.push(() => pageChange('page_created', after, now!))
    else if (!now) deleted.push(() => pageChange('page_deleted', before, old))
    else {
      const attributes = diffPages(old, now)
      if (attributes) edited.push(() => pageEdited(after, now, attributes))
      if (isMoved(old, now)) moved.push(() => pageMoved(before, after, old, now))
    }
  }
  return [...created, ...edited, ...moved, ...deleted]
}

const diffPages = (before: Page, after: Page) =>
  diffAttributes(before, after, [...PAGE_ATTRIBUTES, ...MORE_PAGE_ATTRIBUTES])

const isMoved = (before: Page, after: Page): boolean =>
  before.parent !== after.parent || before.position !== after.position

function* pageChange(type: 'page_created' | 'page_deleted', tree: Tree, page: Page): Reading<SemanticChange> {
  return { type, page: yield* toChangedPage(tree, page) }
}

function* pageEdited(tree: Tree, page: Page, attributes: Attributes): Reading<SemanticChange> {
  return { type: 'page_edited', page: yield* toChangedPage(tree, page), attributes }
}

function* pageMoved(before: Tree, after: Tree, old: Page, now: Page): Reading<SemanticChange> {
  const parent: BeforeAfter<ChangedPage> = {}
  const from = yield* findPage(before, old.parent)
  const to = yield* findPage(after, now.parent)
  if (from) parent.before = yield* toChangedPage(before, from)
  if (to) parent.after = yield* toChangedPage(after, to)
  return { type: 'page_moved', page: yield* toChangedPage(after, now), parent }
}

function* toChangedPage(tree: Tree, page: Page): Reading<ChangedPage> {
  const { id, type, title } = page
  return page.slug ? { id, type, title, path: yield* pathOf(tree, page) } : { id, type, title }
}

function otherChanges(diff: TreeDiff): SemanticChange[] {
  const changes = [
    ...recordChanges(diff.file, FILE_ATTRIBUTES, 'file', 'file'),
    ...recordChanges(diff.reusableContent, REUSABLE_ATTRIBUTES, 'reusable_content', 'reusableContent'),
    ...recordChanges(diff.tag, TAG_ATTRIBUTES, 'tag', 'tag'),
  ]
  if (diff.variable.length > 0) {
    const variables = Object.fromEntries(diff.variable.map(({ id, before, after }) => [id, sides(before, after)]))
    changes.push({ type: 'variables_edited', variables })
  }
  return changes
}

function recordChanges(
  records: readonly Changed<File | ReusableContent | Tag>[],
  names: readonly string[],
  type: string,
  field: string,
): SemanticChange[] {
  return records.flatMap(({ before, after }): SemanticChange | [] => {
    if (!before) return { type: `${type}_created`, [field]: after } as unknown as SemanticChange
    if (!after) return { type: `${type}_deleted`, [field]: before } as unknown as SemanticChange
    const attributes = diffAttributes(before, after, names)
    return attributes ? ({ type: `${type}_edited`, [field]: after, attributes } as unknown as SemanticChange) : []
  })
}

function diffAttributes(before: object, after: object, names: readonly string[]): Attributes | undefined {
  const attributes: Attributes = {}
  for (const name of names) {
    const old = before[name as keyof typeof before]
    const now = after[name as keyof typeof after]
    if (!isEqual(old, now)) attributes[name === 'ownPath' ? 'path' : name] = sides(old, now)
  }
  return Object.keys(attributes).length > 0 ? attributes : undefined
}

function sides(before: unknown, after: unknown): BeforeAfter {
  return { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }
}
