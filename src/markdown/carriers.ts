// Escapes text that looks like a tag where it would be read as one; elsewhere it is written as it is. The surrounding
// tags decide. Also marks the tags that enclose content, for the layout.

import type { Nodes, RootContent } from 'mdast'
import { tagReaders } from './nodes/index.ts'
import { pairTags } from './pairs.ts'
import { probeContext } from './source.ts'
import type { TagNode } from './syntax/tag.ts'

export function escapeCarriers(children: RootContent[]): RootContent[] {
  const settled = settle(children)
  for (const node of settled) visit(node)
  return settled
}

function visit(node: Nodes): void {
  if (!('children' in node) || node.type === 'paragraph' || node.type === 'heading' || node.type === 'table') return
  if (node.type !== 'list') node.children = settle(node.children as RootContent[]) as never
  for (const child of node.children) visit(child)
}

const nameOf = (node: RootContent) => ({ name: node.type === 'tag' ? node.name : undefined })
const isCarrier = (node: RootContent): node is TagNode => node.type === 'tag' && node.carrier === true

function settle(children: RootContent[]): RootContent[] {
  const meant = meantPairs(children)
  const some = escapeWhere(children, (node, paired) => readsAs(node, paired))
  const kept = sameAsMeant(some, meant) ? some : escapeWhere(children, () => true)
  for (const [open, close] of pairTags(kept.map(nameOf))) {
    Object.assign(kept[open] as TagNode, { opens: true })
    Object.assign(kept[close] as TagNode, { closes: true })
  }
  return kept
}

const isKnown = (name: string) => Object.hasOwn(tagReaders, name) || Object.hasOwn(tagReaders, name.replace(/^end/, ''))

function readsAs(node: TagNode, paired: boolean): boolean {
  const reader = Object.hasOwn(tagReaders, node.name) ? tagReaders[node.name] : undefined
  if (paired && isKnown(node.name)) return true
  return Boolean(reader?.alone && reader.read(node, [], probeContext))
}

function escapeWhere(children: RootContent[], mustEscape: (node: TagNode, paired: boolean) => boolean): RootContent[] {
  const pairs = pairTags(children.map(nameOf))
  const paired = new Set([...pairs.keys(), ...pairs.values()])
  return children.map((node, at): RootContent => {
    if (!isCarrier(node) || !mustEscape(node, paired.has(at))) return node
    return { type: 'paragraph', children: [{ type: 'text', value: node.value }] }
  })
}

// The pairs of tags without the carriers, as positions among all nodes.
function meantPairs(children: RootContent[]): string {
  return pairsOf(children, (node) => !isCarrier(node))
}

function sameAsMeant(children: RootContent[], meant: string): boolean {
  const names = children.map(nameOf)
  const pairs = [...pairTags(names)].filter(
    ([open, close]) => !isCarrier(children[open] as RootContent) || !isCarrier(children[close] as RootContent),
  )
  return JSON.stringify(pairs.sort(byOpening)) === meant && !knownCarrierPaired(children)
}

function knownCarrierPaired(children: RootContent[]): boolean {
  const isKnownCarrier = (at: number) =>
    isCarrier(children[at] as RootContent) && isKnown((children[at] as TagNode).name)
  return [...pairTags(children.map(nameOf))].some(([open, close]) => isKnownCarrier(open) || isKnownCarrier(close))
}

const byOpening = ([a]: [number, number], [b]: [number, number]) => a - b

function pairsOf(children: RootContent[], counts: (node: RootContent) => boolean): string {
  const names = children.map((node) => (counts(node) ? nameOf(node) : { name: undefined }))
  return JSON.stringify([...pairTags(names)].sort(byOpening))
}
