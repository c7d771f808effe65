// Creates an annotation: the annotated text and the blocks of its note.

import type { FootnoteDefinition, PhrasingContent } from 'mdast'
import type { Inline } from '../../engine/document.ts'
import type { InlineNode } from '../model.ts'
import type { ReadContext } from '../nodes/contract.ts'

// The nesting limit of notes, to protect recursive readers.
const deepest = 32

// A note that is cited again is repeated if it is a short line, up to a limit: text must not grow without bound.
const MAX_REPEATED_LENGTH = 500
const MAX_REPEATS = 500
const WORDS = new Set(['text', 'strong', 'emphasis', 'inlineCode', 'link'])

function mayRepeat({ children: [only, ...more], position }: FootnoteDefinition, context: ReadContext): boolean {
  const length = (position?.end.offset ?? MAX_REPEATED_LENGTH) - (position?.start.offset ?? 0)
  const isLine = only?.type === 'paragraph' && more.length === 0 && only.children.every(isWords)
  return isLine && length <= MAX_REPEATED_LENGTH && ++context.repeatedNotes.count <= MAX_REPEATS
}

const isWords = (node: PhrasingContent): boolean =>
  WORDS.has(node.type) && (!('children' in node) || node.children.every(isWords))

// Returns undefined if the note is unknown, nested too deeply, or used and not repeatable.
export function annotation(identifier: string, nodes: () => InlineNode[], context: ReadContext): Inline | undefined {
  const note = context.notes.get(identifier)
  if (!note || context.openNotes.length >= deepest) return undefined
  if (context.usedNotes.has(identifier) && !mayRepeat(note, context)) return undefined
  context.usedNotes.add(identifier)
  context.citedNotes.add(identifier)
  const covered = nodes()
  context.openNotes.push(identifier)
  const body = context.blocks(note.children)
  context.openNotes.pop()
  const fragments = [
    {
      object: 'fragment' as const,
      type: 'annotation-body',
      nodes: body.length ? body : context.blocks([{ type: 'paragraph', children: [] }]),
    },
  ]
  return { object: 'inline', type: 'annotation', isVoid: false, nodes: covered, fragments }
}
