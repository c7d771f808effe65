// Paragraphs, quotes and dividers.
import { InputRule, wrappingInputRule } from 'prosemirror-inputrules'
import { TextSelection } from 'prosemirror-state'
import { editorWords } from '../../words-editor.ts'
import type { BlockFormat } from '../contract.ts'
import { alignClass, atom, container, create, createVoid, paragraphOf, textBlock } from './making.ts'

const { blocks, fields } = editorWords

export const ALIGN = {
  name: 'align',
  label: fields.align,
  kind: [
    { value: '', label: fields.start },
    { value: 'center', label: fields.center },
    { value: 'end', label: fields.end },
  ],
} as const

export const paragraph: BlockFormat = {
  nodes: {
    paragraph: textBlock(blocks.paragraph.label, (node) => ['p', { class: alignClass(node), dir: 'auto' }, 0], {
      // What is pasted into an empty paragraph takes its place.
      defining: false,
      fields: [ALIGN],
      parseDOM: [{ tag: 'p', attrs: { data: {} } }],
    }),
    blockquote: {
      ...container(blocks.quote.label, 'block+', () => ['blockquote', 0]),
      parseDOM: [{ tag: 'blockquote', attrs: { data: {} } }],
    },
    divider: {
      ...atom(blocks.divider.label),
      parseDOM: [{ tag: 'hr', attrs: { data: {}, isVoid: true } }],
      toDOM: () => ['hr'],
    },
  },
  insertions: [
    { ...blocks.paragraph, icon: 'text', create: (schema) => paragraphOf(schema) },
    {
      ...blocks.quote,
      icon: 'quote',
      create: (schema) => create(schema, 'blockquote', {}, [paragraphOf(schema)]),
    },
    { ...blocks.divider, icon: 'divider', create: (schema) => createVoid(schema, 'divider', {}) },
  ],
  rules: (schema) => [
    wrappingInputRule(/^\s*>\s$/, schema.nodes.blockquote!, { data: {} }),
    new InputRule(/^(?:---|—-|\*\*\*)$/, (state, _match, start, end) => {
      const at = state.doc.resolve(start)
      if (at.parent.type.name !== 'paragraph' || at.parent.content.size !== end - start) return null
      const transaction = state.tr.delete(start, end)
      transaction.insert(at.before(), createVoid(schema, 'divider', {}))
      return transaction.setSelection(TextSelection.near(transaction.doc.resolve(at.before() + 2)))
    }),
  ],
}
