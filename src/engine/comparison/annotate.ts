// Turns a comparison into documents that can be drawn: both versions in one, or each for itself, with the changes
// beside the nodes that they are about.

import type { Block, Fragment, Inline } from '../document.ts'
import { nodesOf } from '../merge/text/rebuild.ts'
import type { InlineNode, Token } from '../merge/text/tokens.ts'
import { attributeChanges, linkChanges } from './attributes.ts'
import { type AttributeChange, type Change, withChange } from './change.ts'
import type { Compared, Edited, Segment, View } from './comparison.ts'
import { mergeTable } from './tables.ts'

/** The blocks that show an entry. None, if it is not in that view. */
export const showCompared = (entry: Compared, view: View): Block[] => show(entry, view, [])

/** Blocks that are drawn by the block around them: what changed is said by the blocks in them, or by the one around. */
const PARTS = new Set(['list-item', 'tabs-item', 'stepper-step', 'column', 'update'])

const HIDDEN: Record<View, readonly Compared['kind'][]> = {
  both: ['left'],
  before: ['added', 'moved'],
  after: ['removed', 'left'],
}

/** `outside` gets what changed of blocks that cannot say it themselves. */
function show(entry: Compared, view: View, outside: AttributeChange[]): Block[] {
  if (HIDDEN[view].includes(entry.kind)) return []
  if ('block' in entry) {
    if (entry.kind === 'same') return [entry.block]
    return [showWhole(entry.block, entry.kind === 'left' ? 'moved' : entry.kind)]
  }
  if (entry.after.type === 'code-line' && view === 'both')
    return [...showLine(entry, 'before'), ...showLine(entry, 'after')]
  return entry.after.type === 'code-line' ? showLine(entry, view) : [showEdited(entry, view, outside)]
}

function showWhole(block: Block, kind: 'added' | 'removed' | 'moved'): Block {
  if (!PARTS.has(block.type)) return withChange(block, { kind })
  return { ...block, nodes: ((block.nodes ?? []) as Block[]).map((inner) => showWhole(inner, kind)) }
}

function showLine({ before, after, text }: Edited, view: View): Block[] {
  const line = view === 'before' ? before : after
  const nodes = text ? showText(text, view) : line.nodes
  return [withChange({ ...line, ...(nodes && { nodes }) }, { kind: view === 'before' ? 'removed' : 'added' })]
}

function showEdited(entry: Edited, view: View, outside: AttributeChange[]): Block {
  const { before, after, text, children, fragments } = entry
  const own = view === 'before' ? before : after
  const isPart = PARTS.has(own.type)
  const noted = isPart ? outside : [...attributeChanges(before, after), ...linkChanges(text ?? [])]
  if (isPart) outside.push(...attributeChanges(before, after))
  const shown: Block = { ...own }
  if (text) shown.nodes = showText(text, view)
  if (children) shown.nodes = children.flatMap((child) => show(child, view, noted))
  if (fragments)
    shown.fragments = fragments.flatMap((each): Fragment | Fragment[] => {
      const fragment = view === 'before' ? each.before : (each.after ?? each.before)
      if (!fragment || (view === 'after' && !each.after)) return []
      return { ...fragment, nodes: each.children.flatMap((child) => show(child, view, noted)) }
    })
  if (isPart) return entry.kind === 'moved' ? showWhole(shown, 'moved') : shown
  const change = changeIn(entry, noted)
  if (own.type === 'table') return mergeTable(shown, { before, after, view }, change && ofSide(change, view))
  return change ? withChange(shown, ofSide(change, view)) : shown
}

function changeIn({ kind, before, after, text, children }: Edited, attributes: AttributeChange[]): Change | undefined {
  const isEdited = text !== undefined || attributes.length > 0
  if (kind === 'edited' && !isEdited) return undefined
  const isPicture = attributes.length > 0 && !text && !children?.length && after.type !== 'table'
  return {
    kind,
    ...(attributes.length > 0 && { attributes }),
    ...(isPicture && { was: before }),
  }
}

// Beside each other, both versions are there already, and the later one says what changed besides words.
function ofSide({ was, attributes, ...change }: Change, view: View): Change {
  return {
    ...change,
    ...(attributes && view !== 'before' && { attributes }),
    ...(was && view === 'both' && { was }),
  }
}

/** The words of both versions, or of one. */
function showText(segments: readonly Segment[], view: View): InlineNode[] {
  const shells = new Map<string, Inline>()
  const tokens = segments.flatMap((segment) => tokensIn(segment, view))
  for (const { path } of tokens) for (const { id, shell } of path) shells.set(id, shell)
  return nodesOf(tokens, shells)
}

function tokensIn({ kind, before, after }: Segment, view: View): Token[] {
  if ((kind === 'added' && view === 'before') || (kind === 'removed' && view === 'after')) return []
  const tokens = kind === 'removed' || view === 'before' ? before : after
  return kind === 'same' ? tokens : tokens.map((token) => marked(token, { kind }))
}

function marked(token: Token, change: Change): Token {
  if (token.inline) return { ...token, inline: withChange(token.inline, change) }
  const mark = withChange({ object: 'mark', type: 'change' }, change)
  const { name, list } = token.marks
  return { ...token, marks: { name: `${name}\0${change.kind}`, list: [...list, mark] } }
}
