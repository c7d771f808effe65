// The outline of a document: anchors for what can be linked to, and sections by heading for search and excerpts.

import type { Block, Document, Node } from './document.ts'
import { freeSlug, slugify } from './slug.ts'
import { textOf } from './text.ts'
import { childrenOf, mapNodes, walk } from './walk.ts'

export interface Section {
  /** The anchor of the heading; absent for what comes before the first heading. */
  anchor?: string
  /** The block key of the heading, where it has one. */
  key?: string
  title: string
  /** 1 to 3; 0 before the first heading. */
  level: number
  text: string
}

/**
 * The anchor of every block that has one: headings, tabs, expandables and API blocks. An id that the author gave is
 * kept; the others come from the text, with a suffix where it repeats. Every anchor is unique in the document.
 */
export function listAnchors(document: Document): Map<Block, string> {
  const anchors = new Map<Block, string>()
  const taken = new Set<string>()
  const blocks = [...walk(document)].flatMap(({ node }) => (node.object === 'block' && hasAnchor(node) ? [node] : []))
  const take = (block: Block, wanted: string) => {
    const anchor = freeSlug(wanted, (slug) => taken.has(slug))
    taken.add(anchor)
    anchors.set(block, anchor)
  }
  for (const block of blocks) if (typeof block.data?.id === 'string') take(block, block.data.id)
  for (const block of blocks) if (!anchors.has(block)) take(block, slugify(anchorText(block), block.type))
  return anchors
}

/** The document with every anchor in `meta.id`, where renderers look for it. */
export function withAnchors(document: Document): Document {
  const anchors = listAnchors(document)
  return mapNodes(document, (node) => {
    const id = node.object === 'block' ? anchors.get(node) : undefined
    return id === undefined ? node : { ...(node as Block), meta: { ...(node as Block).meta, id } }
  })
}

/** The document cut at its headings, wherever they are nested. A first section without heading comes only with text. */
export function listSections(document: Document): Section[] {
  const anchors = listAnchors(document)
  const sections: (Omit<Section, 'text'> & { lines: string[] })[] = [{ title: '', level: 0, lines: [] }]
  for (const block of listLines(document)) {
    const level = headingLevel(block)
    if (level === 0) sections.at(-1)!.lines.push(textOf(block))
    else
      sections.push({ anchor: anchors.get(block as Block)!, title: textOf(block), level, lines: [], ...keyOf(block) })
  }
  return sections
    .map(({ lines, ...section }) => ({ ...section, text: lines.filter(Boolean).join('\n') }))
    .filter(({ level, text }) => level > 0 || text !== '')
}

function keyOf(node: Node): { key?: string } {
  return 'key' in node && node.key !== undefined ? { key: node.key } : {}
}

const LEVELS = new Map([1, 2, 3, 4, 5, 6].map((level) => [`heading-${level}`, level]))

export function headingLevel(node: Node): number {
  return node.object === 'block' ? (LEVELS.get(node.type) ?? 0) : 0
}

// The blocks and fragments that hold no heading, and the headings: together the document, each part once.
function* listLines(node: Node): Generator<Node> {
  for (const child of childrenOf(node)) {
    if (headingLevel(child) > 0 || !containsHeading(child)) yield child
    else yield* listLines(child)
  }
}

function containsHeading(node: Node): boolean {
  return childrenOf(node).some((child) => headingLevel(child) > 0 || containsHeading(child))
}

const ANCHORED = new Set([
  'tabs-item',
  'expandable',
  'swagger',
  'openapi-operation',
  'openapi-schemas',
  'openapi-webhook',
])

function hasAnchor(block: Block): boolean {
  return headingLevel(block) > 0 || ANCHORED.has(block.type)
}

function anchorText(block: Block): string {
  const { title, name, method, path, schemas } = block.data ?? {}
  if (block.type === 'tabs-item') return String(title ?? '')
  if (block.type === 'expandable') return block.fragments?.[0] ? textOf(block.fragments[0]) : ''
  if (headingLevel(block) > 0) return textOf(block)
  return [method, path ?? name ?? schemas].filter(Boolean).join(' ')
}
