// An annotation: text that is covered, and the blocks of the note that belongs to it.

import type { Inline } from '../../engine/document.ts'
import type { InlineNode } from '../model.ts'
import type { ReadContext } from '../nodes/contract.ts'

// Notes in notes in notes: deeper than anyone writes, so that no reader runs out of stack.
const deepest = 32

// Gives nothing for a note that is unknown, has its place already, or lies too deep.
export function annotation(identifier: string, nodes: () => InlineNode[], context: ReadContext): Inline | undefined {
  const note = context.notes.get(identifier)
  if (!note || context.usedNotes.has(identifier) || context.openNotes.length >= deepest) return undefined
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
