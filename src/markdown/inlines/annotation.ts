// An annotation: text that is covered, and the blocks of the note that belongs to it.

import type { Inline } from '../../engine/document.ts'
import type { InlineNode } from '../model.ts'
import type { ReadContext } from '../nodes/contract.ts'

// Gives nothing for a note that is unknown, or has its place already.
export function annotation(identifier: string, nodes: () => InlineNode[], context: ReadContext): Inline | undefined {
  const note = context.notes.get(identifier)
  if (!note || context.usedNotes.has(identifier)) return undefined
  context.usedNotes.add(identifier)
  context.citedNotes.add(identifier)
  const covered = nodes()
  const body = context.blocks(note.children)
  const fragments = [
    {
      object: 'fragment' as const,
      type: 'annotation-body',
      nodes: body.length ? body : context.blocks([{ type: 'paragraph', children: [] }]),
    },
  ]
  return { object: 'inline', type: 'annotation', isVoid: false, nodes: covered, fragments }
}
