// Walks and maps the nodes of a document.

import type { Block, Document, Fragment, Inline, Node, Text } from './document.ts'

export type Nested = Block | Inline | Text | Fragment

/** The direct children of a node: its nodes, then its fragments. */
export function childrenOf(node: Node): Nested[] {
  if (node.object === 'text') return []
  const nodes: Nested[] = node.nodes ?? []
  return 'fragments' in node && node.fragments ? [...nodes, ...node.fragments] : nodes
}

/** Lists every node inside `node` in document order, with its ancestors, outermost first. */
export function walk(node: Node): Walked[] {
  const found: Walked[] = []
  visit(node, [], found)
  return found
}

export interface Walked {
  node: Nested
  path: readonly Node[]
}

// Every write and index walks all nodes: filling an array is several times as fast as generators.
function visit(node: Node, path: readonly Node[], found: Walked[]): void {
  const children = childrenOf(node)
  if (children.length === 0) return
  const inner = [...path, node]
  for (const child of children) {
    found.push({ node: child, path: inner })
    visit(child, inner, found)
  }
}

/** Lists every block inside `node` in document order. Most nodes are texts, so it takes a fraction of the time of `walk`. */
export function blocksIn(node: Node): Block[] {
  const found: Block[] = []
  visitBlocks(node, found)
  return found
}

function visitBlocks(node: Node, found: Block[]): void {
  if (node.object === 'text') return
  for (const child of childrenOf(node)) {
    if (child.object === 'block') found.push(child)
    visitBlocks(child, found)
  }
}

/** Returns a copy of `node` with its descendants rewritten: `change` gets each list of children, outermost first. */
export function mapChildren<T extends Node>(node: T, change: (children: readonly Nested[]) => readonly Nested[]): T {
  if (node.object === 'text') return node
  const map = (children: readonly Nested[]) => change(children).map((child) => mapChildren(child, change))
  const mapped: Record<string, unknown> = { ...node }
  if (node.nodes) mapped.nodes = map(node.nodes)
  if ('fragments' in node && node.fragments) mapped.fragments = map(node.fragments)
  return mapped as unknown as T
}

/** Returns a copy without the nodes that `keep` rejects and their descendants. */
export function filterNodes<T extends Node>(node: T, keep: (node: Nested) => boolean): T {
  return mapChildren(node, (children) => children.filter(keep))
}

/** Returns a copy with every node mapped by `change`, parents before children. */
export function mapNodes<T extends Node>(node: T, change: (node: Nested) => Nested): T {
  return mapChildren(node, (children) => children.map(change))
}

/** The empty document. */
export const EMPTY_DOCUMENT: Document = { object: 'document', data: {}, nodes: [] }
