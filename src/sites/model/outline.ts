// The outline of an article: its headings of the first two levels.
import { headingLevel, listAnchors } from '../../engine/anchors.ts'
import type { Document } from '../../engine/document.ts'
import { textOf } from '../../engine/text.ts'
import { walk } from '../../engine/walk.ts'

export interface OutlineItem {
  title: string
  anchor: string
  items: OutlineItem[]
}

const MAX_ITEMS = 300

/** Headings in these blocks are titles of the block, not sections of the page. */
const ASIDE = new Set(['hint', 'expandable', 'blockquote', 'table', 'update'])

export function outlineOf(document: Document): OutlineItem[] {
  const anchors = listAnchors(document)
  const outline: OutlineItem[] = []
  // The last heading of the first level; until there is one, those of the second stand alone.
  let above: OutlineItem | undefined
  let count = 0
  for (const { node, path } of walk(document)) {
    const anchor = node.object === 'block' ? anchors.get(node) : undefined
    if (node.object !== 'block' || anchor === undefined) continue
    if (path.some((above) => above.object === 'block' && ASIDE.has(above.type))) continue
    const level = headingLevel(node)
    const title = level === 1 || level === 2 ? textOf(node).replaceAll(/\s+/g, ' ').trim() : ''
    if (title === '') continue
    if (++count > MAX_ITEMS) break
    const item = { title, anchor, items: [] }
    if (level === 1) above = item
    const list = level === 2 && above ? above.items : outline
    list.push(item)
  }
  return count > 1 ? outline : []
}
