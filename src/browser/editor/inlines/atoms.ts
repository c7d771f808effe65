// Inlines without text of their own: drawn as readers see them.
import type { NodeSpec } from 'prosemirror-model'
import { ELEMENT } from '../contract.ts'

const atom: NodeSpec = { inline: true, group: 'inline', atom: true, attrs: ELEMENT, draggable: true }

export const inlines: Record<string, NodeSpec> = {
  emoji: atom,
  icon: atom,
  'inline-math': atom,
  'inline-image': atom,
  expression: atom,
  mention: atom,
  button: atom,
  /** A line break; documents have it in their text. */
  break: {
    inline: true,
    group: 'inline',
    selectable: false,
    toDOM: () => ['br'],
    parseDOM: [{ tag: 'br' }],
  },
  /** An inline that the schema cannot hold: its JSON is kept as it is. */
  'kept-inline': { ...atom, attrs: { node: {} } },
}
