// Removes blocks that a merge duplicated, because both sides moved them into different containers. The copy in our
// container stays; the other is a conflict.

import type { Document, Node } from '../document.ts'
import { filterNodes, walk } from '../walk.ts'
import type { BlockConflict, Child } from './block-conflict.ts'

/** Returns the document without duplicate keys, and adds a conflict for each block removed. */
export function removeDuplicates(document: Document, ours: Document, conflicts: BlockConflict[]): Document {
  const duplicates = findDuplicates(document)
  if (duplicates.size === 0) return document
  const homes = findHomes(ours)
  const drop = new Set<Node>()
  for (const [key, places] of duplicates) {
    const home = places.find(({ container }) => container === homes.get(key)) ?? places[0]!
    for (const place of places) if (place !== home) drop.add(place.node)
    const others = places.filter((place) => place !== home).map((place) => place.node)
    conflicts.push({ kind: 'moved', base: [], ours: [home.node], theirs: others })
  }
  return filterNodes(document, (node) => !drop.has(node))
}

interface Home {
  node: Child
  container: string
}

function findDuplicates(document: Document): Map<string, Home[]> {
  const homes = new Map<string, Home[]>()
  for (const { node, path } of walk(document)) {
    if (node.object !== 'block' || node.key === undefined) continue
    homes.set(node.key, [...(homes.get(node.key) ?? []), { node, container: containerKey(path) }])
  }
  return new Map([...homes].filter(([, places]) => places.length > 1))
}

function findHomes(document: Document): Map<string, string> {
  const homes = new Map<string, string>()
  for (const { node, path } of walk(document)) {
    if (node.object === 'block' && node.key !== undefined) homes.set(node.key, containerKey(path))
  }
  return homes
}

function containerKey(path: readonly Node[]): string {
  const container = path.findLast((node) => node.object === 'block')
  return container && 'key' in container ? (container.key ?? '') : ''
}
