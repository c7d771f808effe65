// Selects the pages of a PDF, with their order and level.
import type { PageNode } from '../../engine/tree/pages.ts'
import type { Page } from '../../engine/tree/records.ts'

export interface SelectedPage {
  page: Page
  level: number
}

/**
 * All pages visible in the table of contents; or one page, hidden or not, with or without its descendants.
 */
export function selectPages(
  tree: readonly PageNode[],
  { page, only }: { page: string; only: boolean },
): SelectedPage[] {
  if (page === '') return tree.flatMap((node) => visible(node, 0))
  const found = find(tree, page)
  if (!found) return []
  return [{ page: found.page, level: 0 }, ...(only ? [] : found.pages.flatMap((node) => visible(node, 1)))]
}

function visible({ page, pages }: PageNode, level: number): SelectedPage[] {
  if (page.hidden) return []
  return [{ page, level }, ...pages.flatMap((node) => visible(node, level + 1))]
}

function find(nodes: readonly PageNode[], id: string): PageNode | undefined {
  for (const node of nodes) {
    const found = node.page.id === id ? node : find(node.pages, id)
    if (found) return found
  }
  return undefined
}
