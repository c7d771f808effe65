// Expands reusable contents where documents include them. Contents can include others repeatedly, so a few of them can
// expand to any size: the expansion is bounded, and no content includes itself.
import type { Block, Document } from './document.ts'
import { countParts } from './size.ts'
import type { Nested } from './walk.ts'

/** Documents of reusable contents, by id. */
export type Contents = ReadonlyMap<string, Document>

/** The number of parts that one document can include. */
export const MAX_INCLUDED = 50_000
const MAX_DEPTH = 10

interface Including {
  contents: Contents
  /** The remaining budget of parts. */
  left: number
  sizes: Map<Document, number>
  /** The ids of the contents being expanded, outermost first. */
  around: string[]
}

/**
 * Returns the document with its reusable contents expanded. A content that exceeds the limits stays a reference; a
 * content inside itself is left out.
 */
export function include(document: Document, contents: Contents): Document {
  if (contents.size === 0) return document
  const including: Including = { contents, left: MAX_INCLUDED, sizes: new Map(), around: [] }
  return { ...document, nodes: includeIn(document.nodes, including) as Block[] }
}

const includeIn = (nodes: readonly Nested[], including: Including): Nested[] =>
  nodes.flatMap((node) => includeAt(node, including))

function includeAt(node: Nested, including: Including): Nested[] {
  const id = idOf(node)
  const content = id === undefined ? undefined : including.contents.get(id)
  if (!content) return [withInner(node, including)]
  if (including.around.includes(id!)) return []
  if (including.around.length >= MAX_DEPTH || !fits(content, including)) return [node]
  including.around.push(id!)
  const nodes = includeIn(content.nodes, including)
  including.around.pop()
  return nodes
}

function withInner(node: Nested, including: Including): Nested {
  if (node.object === 'text') return node
  const { nodes, fragments } = node as Block
  if (!nodes && !fragments) return node
  return {
    ...node,
    ...(nodes && { nodes: includeIn(nodes, including) }),
    ...(fragments && { fragments: fragments.map((each) => withInner(each, including)) }),
  } as Nested
}

function fits(content: Document, including: Including): boolean {
  const size = including.sizes.get(content) ?? countParts(content)
  including.sizes.set(content, size)
  if (size > including.left) return false
  including.left -= size
  return true
}

function idOf(node: Nested): string | undefined {
  if (node.object !== 'block' || node.type !== 'reusable-content') return undefined
  const ref = node.data?.ref as { kind?: unknown; reusableContent?: unknown; space?: unknown } | undefined
  return ref?.kind === 'reusable-content' && ref.space === undefined ? String(ref.reusableContent) : undefined
}
