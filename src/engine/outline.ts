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
  let section: Section = { title: '', level: 0, text: '' }
  const sections = [section]
  for (const block of listParts(document)) {
    const level = headingLevel(block)
    const text = textOf(block)
    if (level > 0) {
      section = { anchor: anchors.get(block as Block)!, title: text, level, text: '' }
      if ('key' in block && block.key !== undefined) section.key = block.key
      sections.push(section)
    } else if (text !== '') section.text += section.text === '' ? text : `\n${text}`
  }
  return sections.filter(({ level, text }) => level > 0 || text !== '')
}

/** Yields headings, and the largest blocks and fragments without headings; together they are the document. */
function* listParts(node: Node): Generator<Node> {
  for (const child of childrenOf(node)) {
    if (headingLevel(child) > 0 || !containsHeading(child)) yield child
    else yield* listParts(child)
  }
}

function containsHeading(node: Node): boolean {
  return childrenOf(node).some((child) => headingLevel(child) > 0 || containsHeading(child))
}
