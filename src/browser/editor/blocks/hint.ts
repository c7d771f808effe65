// Hints in four styles.
import { editorWords } from '../../words-editor.ts'
import type { BlockFormat } from '../contract.ts'
import { container, create, dataOf, drawnSign, paragraphOf } from './making.ts'

const { blocks, fields } = editorWords
const CLASSES: Record<string, string> = { success: 'good', warning: 'warn', danger: 'bad' }

export const hint: BlockFormat = {
  nodes: {
    hint: {
      ...container(blocks.hint.label, 'block+', (node) => {
        const style = String(dataOf(node).style ?? 'info')
        const kind = Object.hasOwn(CLASSES, style) ? CLASSES[style] : ''
        const known = (Object.hasOwn(fields.styles, style) ? style : 'info') as keyof typeof fields.styles
        const label = fields.styles[known]
        return ['div', { class: `hint block ${kind}`, role: 'note', 'aria-label': label }, drawnSign(known), ['div', 0]]
      }),
      fields: [
        {
          name: 'style',
          label: fields.style,
          kind: Object.entries(fields.styles).map(([value, label]) => ({ value, label })),
        },
        { name: 'icon', label: fields.icon, kind: 'text' },
      ],
    },
  },
  insertions: [
    {
      ...blocks.hint,
      icon: 'info',
      create: (schema) => create(schema, 'hint', { style: 'info' }, [paragraphOf(schema)]),
    },
  ],
}
