// Which pages a PDF has, in which order and how deep.
import type { PageNode } from '../../engine/tree/pages.ts'
import type { Page } from '../../engine/tree/records.ts'

export interface Chosen {
  page: Page
  level: number
}

/**
 * All pages that readers see in the table of contents; or one page, hidden or not, with those below it or alone. What
 * is computed elsewhere has no document to print.
 */
export function choosePages(tree: readonly PageNode[], { page, only }: { page: string; only: boolean }): Chosen[] {
  if (page === '') return tree.flatMap((node) => visible(node, 0))
  const found = find(tree, page)
  if (!found) return []
  return [{ page: found.page, level: 0 }, ...(only ? [] : found.pages.flatMap((node) => visible(node, 1)))]
}

function visible({ page, pages }: PageNode, level: number): Chosen[] {
  if (page.hidden || page.type === 'computed') return []
  return [{ page, level }, ...pages.flatMap((node) => visible(node, level + 1))]
}

function find(nodes: readonly PageNode[], id: string): PageNode | undefined {
  for (const node of nodes) {
    const found = node.page.id === id ? node : find(node.pages, id)
    if (found) return found
  }
  return undefined
}
