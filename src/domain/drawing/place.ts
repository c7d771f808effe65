// Where a document is read: its view, and the addresses of what it may refer to.
import type { Db } from '../../db/tables.ts'
import type { Reading } from '../../engine/reading.ts'
import type { Tree } from '../../engine/tree/draft.ts'
import { findPage, listChildren, pathOf } from '../../engine/tree/pages.ts'
import type { File, Page } from '../../engine/tree/records.ts'
import type { FileStore } from '../../files/store.ts'
import type { View } from '../revisions/index.ts'

/** A space as the reader sees it. */
export interface OtherSpace {
  title: string
  url: string
  view: View
  pageUrl(page: Page, path: string): string
}

export interface Place {
  db: Db
  space: { id: string; organization_id: string }
  view: View
  pageUrl(page: Page, path: string): string
  fileUrl(file: File): string
  /** Where the bytes of files are. */
  store: FileStore
  /** Another space; undefined if the reader cannot see it. */
  findOther(spaceId: string): Promise<OtherSpace | undefined>
}

/** The page that is opened in place of another: of a group, its first document. */
export function* openedPage(tree: Tree, page: Page): Reading<Page | undefined> {
  if (page.type === 'document') return page
  if (page.type !== 'group') return undefined
  for (const child of yield* listChildren(tree, page.id)) {
    const found: Page | undefined = child.hidden ? undefined : yield* openedPage(tree, child)
    if (found) return found
  }
  return undefined
}

/** The title of a page and the document it opens, with its path. */
export function* addressOf(
  tree: Tree,
  id: string,
): Reading<{ page: Page; opened?: { page: Page; path: string } | undefined } | undefined> {
  const page = yield* findPage(tree, id)
  if (!page) return undefined
  const opened = yield* openedPage(tree, page)
  return { page, opened: opened && { page: opened, path: yield* pathOf(tree, opened) } }
}
