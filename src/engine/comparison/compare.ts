// Compares two documents. Blocks are the same if they have the same key, or else if they are clearly edits of each other.

import type { Block, Document, Fragment } from '../document.ts'
import { pairBlocks } from '../keys/pairing.ts'
import { fingerprintBoth } from '../keys/similarity.ts'
import type { InlineNode } from '../merge/text/tokens.ts'
import { isEqual } from '../objects.ts'
import { compareText } from './compare-text.ts'
import type { Compared, ComparedFragment, Edited } from './comparison.ts'
import { interleave } from './interleave.ts'
import { findMatches, fragmentPairs, hasText, type Matches } from './matches.ts'
import { reduceToChanges, weightOf } from './stand-ins.ts'

export function compareDocuments(before: Document, after: Document): Compared[] {
  const reduced = reduceToChanges(before, after)
  return reduced.restore(compareReduced(reduced.before, reduced.after))
}

export function compareReduced(before: Document, after: Document): Compared[] {
  const prints = fingerprintBoth(before, after)
  const areAlike = (one: Block, other: Block) => prints.get(one) === prints.get(other)
  const matches = findMatches(before, after, pairBlocks(before, after, prints, weightOf), areAlike)
  return compareLists(before.nodes, after.nodes, { ...matches, areAlike })
}

interface Context extends Matches {
  areAlike(before: Block, after: Block): boolean
}

function compareLists(before: readonly Block[], after: readonly Block[], context: Context): Compared[] {
  return interleave(before, after, (block) => context.matchOf.get(block), weightOf).map((placed): Compared => {
    if (placed.at === 'both') return compareBlocks(placed.before, placed.after, context)
    if (placed.at === 'before')
      return { kind: context.continued.has(placed.before) ? 'left' : 'removed', block: placed.before }
    const match = context.matchOf.get(placed.after)
    return match ? compareMoved(match, placed.after, context) : { kind: 'added', block: placed.after }
  })
}

function compareBlocks(before: Block, after: Block, context: Context): Compared {
  if (context.areAlike(before, after)) return { kind: 'same', block: after }
  const edited = compareContent(before, after, context)
  return isUnchanged(edited) ? { kind: 'same', block: after } : edited
}

function compareMoved(before: Block, after: Block, context: Context): Edited {
  if (context.areAlike(before, after)) return { kind: 'moved', before, after }
  return { ...compareContent(before, after, context), kind: 'moved' }
}

function compareContent(before: Block, after: Block, context: Context): Edited {
  const edited: Edited = { kind: 'edited', before, after }
  if (isText(before, after))
    edited.text = compareText((before.nodes ?? []) as InlineNode[], (after.nodes ?? []) as InlineNode[])
  else if (before.nodes || after.nodes)
    edited.children = compareLists((before.nodes ?? []) as Block[], (after.nodes ?? []) as Block[], context)
  if (before.fragments || after.fragments) edited.fragments = compareFragments(before, after, context)
  return edited
}

// A block of words may have been empty.
const isText = (before: Block, after: Block): boolean =>
  (hasText(before) && hasText(after)) ||
  (hasText(before) && (after.nodes ?? []).length === 0) ||
  (hasText(after) && (before.nodes ?? []).length === 0)

function compareFragments(before: Block, after: Block, context: Context): ComparedFragment[] {
  const nodesOf = (fragment: Fragment | undefined) => fragment?.nodes ?? []
  return fragmentPairs(before, after).map(([old, now]) => ({
    ...(old && { before: old }),
    ...(now && { after: now }),
    children: compareLists(nodesOf(old), nodesOf(now), context),
  }))
}

// Text may be cut into pieces differently, and say the same.
const isUnchanged = ({ before, after, text = [], children = [], fragments = [] }: Edited): boolean =>
  before.type === after.type &&
  isEqual(before.data, after.data) &&
  text.every(({ kind }) => kind === 'same') &&
  children.every(({ kind }) => kind === 'same') &&
  fragments.every((each) => each.before && each.after && each.children.every(({ kind }) => kind === 'same'))
