// The outline of a document: its sections by heading, for search and excerpts.

import { headingLevel, listAnchors } from './anchors.ts'
import type { Block, Document, Node } from './document.ts'
import { textOf } from './text.ts'
import { childrenOf } from './walk.ts'

export interface Section {
  /** The anchor of the heading; absent before the first heading. */
  anchor?: string
  /** The block key of the heading, if it has one. */
  key?: string
  title: string
  /** 1 to 3; 0 before the first heading. */
  level: number
  text: string
}

/**
 * Splits the document at its headings, at any nesting level. Text before the first heading is a section without a
 * heading.
 */
export function listSections(document: Document): Section[] {
  const anchors = listAnchors(document)
  const sections: (Omit<Section, 'text'> & { lines: string[] })[] = [{ title: '', level: 0, lines: [] }]
  for (const block of listParts(document)) {
    const level = headingLevel(block)
    if (level === 0) sections.at(-1)!.lines.push(textOf(block))
    else
      sections.push({ anchor: anchors.get(block as Block)!, title: textOf(block), level, lines: [], ...keyOf(block) })
  }
  return sections
    .map(({ lines, ...section }) => ({ text: lines.filter(Boolean).join('\n'), ...section }))
    .filter(({ level, text }) => level > 0 || text !== '')
}

function keyOf(node: Node): { key?: string } {
  return 'key' in node && node.key !== undefined ? { key: node.key } : {}
}

/** Yields headings, and the largest blocks and fragments without headings; together they are the document. */
export function* listParts(node: Node): Generator<Node> {
  for (const child of childrenOf(node)) {
    if (headingLevel(child) > 0 || !containsHeading(child)) yield child
    else yield* listParts(child)
  }
}

function containsHeading(node: Node): boolean {
  return childrenOf(node).some((child) => headingLevel(child) > 0 || containsHeading(child))
}
