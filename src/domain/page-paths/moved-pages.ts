// Finds the page behind a path where no page is any more.
import type { Db } from '../../db/tables.ts'
import { findPageNode, findPageNodeByPath, type View } from '../revisions/index.ts'
import { findPageRedirect, type PageRedirect } from './redirects.ts'

/** A page and its ancestors may each have moved several times. */
const MAX_STEPS = 10

interface MovedPage {
  /** The first redirect on the way. */
  redirect: PageRedirect
  page: { id: string; path: string }
}

/** Finds the page that a path leads to: by the repository's redirects, else by former paths. */
export async function findMovedPage(
  db: Db,
  spaceId: string,
  view: View,
  requested: string,
): Promise<MovedPage | undefined> {
  let path = requested.toLowerCase()
  let first: PageRedirect | undefined
  for (let step = 0; step < MAX_STEPS; step++) {
    const redirect = await findPageRedirect(db, spaceId, path)
    if (!redirect) return undefined
    first ??= redirect
    const node = await findPageNode(db, view, redirect.page_id)
    if (!node) return undefined
    const rest = path.slice(redirect.path.length)
    const found = rest === '' ? node : await findPageNodeByPath(db, view, node.path + rest)
    if (found) return { redirect: first, page: { id: found.page.id, path: found.path } }
    if (path === node.path + rest) return undefined
    path = node.path + rest
  }
  return undefined
}
