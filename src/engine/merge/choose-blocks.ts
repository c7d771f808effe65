// Settles a conflict inside a document by choosing a side, or both.
import type { Document, Node } from '../document.ts'
import { mapChildren, type Nested } from '../walk.ts'
import type { BlockConflict, Child } from './block-conflict.ts'

export type BlockChoice = 'ours' | 'theirs' | 'both'

/** Blocks are found by key, fragments by their content. */
const isSame = (node: Nested, child: Child): boolean =>
  child.key !== undefined ? node.key === child.key : JSON.stringify(node) === JSON.stringify(child)

/**
 * Returns the document with the chosen side of a conflict; the document has ours before. If ours is gone from the
 * document, theirs comes first in it. Copies of theirs get new keys, because ours keep them.
 */
export function chooseBlocks(
  document: Document,
  { ours, theirs }: BlockConflict,
  choice: BlockChoice,
  newKey: () => string,
): Document {
  if (choice === 'ours') return document
  const added: Nested[] = choice === 'theirs' ? theirs : theirs.map((child) => withNewKeys(child, newKey))
  let isDone = false
  const changed = mapChildren(document, (children) => {
    const at = isDone || !ours[0] ? -1 : children.findIndex((node) => isSame(node, ours[0]!))
    if (at < 0) return children
    isDone = true
    const rest = children.filter((node) => !ours.some((child) => isSame(node, child)))
    return choice === 'theirs' ? rest.toSpliced(at, 0, ...added) : children.toSpliced(at + ours.length, 0, ...added)
  })
  const blocks = added.filter((node) => node.object === 'block')
  return isDone ? changed : { ...document, nodes: [...blocks, ...document.nodes] }
}

function withNewKeys<T extends Nested>(node: T, newKey: () => string): T {
  const fresh = <N extends Node>(each: N): N =>
    'key' in each && each.key !== undefined ? { ...each, key: newKey() } : each
  return fresh(mapChildren(node, (children) => children.map(fresh)))
}
