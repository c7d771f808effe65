// Anchors: the ids by which links reach the headings, tabs and other parts of a document.

import { spellingCost } from '../lib/transliteration.ts'
import type { ContentRef } from './content-ref.ts'
import type { Block, Document, Node } from './document.ts'
import { groupBy } from './group.ts'
import { listReferences, mapReferences, markedPlace } from './links.ts'
import { legacySlug, toAnchor, uniqueSlug } from './slug.ts'
import { textOf } from './text.ts'
import { blocksIn, mapNodes, walk } from './walk.ts'

/**
 * Returns the anchor of every block that has one: headings, tabs, expandables and API blocks. Ids set by the author
 * stay as they are; the others derive from the text, with a suffix where it repeats. Anchors are unique in the
 * document.
 */
export function listAnchors(document: Document): ReadonlyMap<Block, string> {
  const spelled = spellBlocks(document)
  return nameBlocks([...spelled.keys()], (block) => spelled.get(block) ?? legacyAnchor(block))
}

/** Returns the ids of the places in the text that the author marked. */
export const listMarkedPlaces = (document: Document): string[] =>
  walk(document).flatMap(({ node }) => markedPlace(node) ?? [])

/**
 * Returns additional anchors that resolve to a block: the anchor it had before anchors followed the reference product,
 * and `undefined`, which that product gives to headings that cannot be transliterated.
 */
export function listAliases(document: Document, anchors = listAnchors(document)): Map<string, Block> {
  const blocks = [...anchors.keys()]
  const taken = new Set(anchors.values())
  const spelled = spellBlocks(document)
  const unspelled = blocks.filter((block) => typeof block.data?.id !== 'string' && spelled.get(block) === undefined)
  const aliases = new Map<string, Block>()
  for (const named of [nameBlocks(blocks, legacyAnchor), nameBlocks(unspelled, () => 'undefined')])
    for (const [block, alias] of named) if (!taken.has(alias) && !aliases.has(alias)) aliases.set(alias, block)
  return aliases
}

/** Budget per document, as spellingCost counts: hundreds of headings in Chinese or with accents. */
const MAX_TRANSLITERATED = 15_000

/** Transliterates the text of each block, where possible. Past the budget, headings keep their own script. */
function spellBlocks(document: Document): Map<Block, string | undefined> {
  let left = MAX_TRANSLITERATED
  const spelled = new Map<Block, string | undefined>()
  for (const block of blocksIn(document).filter(hasAnchor)) {
    const text = anchorText(block)
    const cost = spellingCost(text)
    left -= cost
    spelled.set(block, cost === 0 || left >= 0 ? toAnchor(text) : undefined)
  }
  return spelled
}

const legacyAnchor = (block: Block): string => legacySlug(anchorText(block), block.type)

function nameBlocks(blocks: readonly Block[], nameOf: (block: Block) => string): Map<Block, string> {
  const names = new Map<Block, string>()
  const taken = new Set<string>()
  const take = (block: Block, wanted: string) => {
    const name = uniqueSlug(wanted, (slug) => taken.has(slug))
    taken.add(name)
    names.set(block, name)
  }
  for (const block of blocks) if (typeof block.data?.id === 'string') take(block, block.data.id)
  for (const block of blocks) if (!names.has(block)) take(block, nameOf(block))
  return names
}

/**
 * Returns the document with every anchor in `meta.id`, where renderers look for it, and its aliases in `meta.aliases`.
 * Links within the document to an alias are rewritten to the anchor.
 */
export function withAnchors(document: Document): Document {
  const anchors = listAnchors(document)
  const aliases = listAliases(document, anchors)
  const ofBlock = groupBy([...aliases.keys()], (alias) => aliases.get(alias)!)
  const named = mapNodes(document, (node) => {
    const id = node.object === 'block' ? anchors.get(node) : undefined
    if (id === undefined) return node
    const further = ofBlock.get(node as Block)
    return { ...(node as Block), meta: { ...(node as Block).meta, id, ...(further && { aliases: further }) } }
  })
  const settle = (ref: ContentRef): ContentRef =>
    ref.kind === 'anchor' && ref.page === undefined && aliases.has(ref.anchor)
      ? { ...ref, anchor: anchors.get(aliases.get(ref.anchor)!)! }
      : ref
  return listReferences(document).some(({ ref }) => settle(ref) !== ref) ? mapReferences(named, settle) : named
}

const LEVELS = new Map([1, 2, 3, 4, 5, 6].map((level) => [`heading-${level}`, level]))

export function headingLevel(node: Node): number {
  return node.object === 'block' ? (LEVELS.get(node.type) ?? 0) : 0
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
