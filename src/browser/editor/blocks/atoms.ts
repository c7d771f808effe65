// Blocks without text of their own, and blocks that the editor keeps as they are.
import { editorWords } from '../../words-editor.ts'
import type { BlockFormat } from '../contract.ts'
import { atom, createVoid } from './making.ts'

const { blocks, fields } = editorWords

export const atoms: BlockFormat = {
  nodes: {
    math: atom(blocks.math.label, [{ name: 'formula', label: fields.formula, kind: 'lines' }]),
    drawing: atom(blocks.drawing, [{ name: 'alt', label: fields.alt, kind: 'text' }]),
    'content-ref': atom(blocks.pageLink.label),
    'reusable-content': atom(blocks.reusable),
    'openapi-operation': atom(blocks.operation, [
      { name: 'method', label: fields.method, kind: 'text' },
      { name: 'path', label: fields.path, kind: 'text' },
    ]),
    'openapi-schemas': atom(blocks.schemas),
    'openapi-webhook': atom(blocks.webhook),
    swagger: atom(blocks.operation, [
      { name: 'method', label: fields.method, kind: 'text' },
      { name: 'path', label: fields.path, kind: 'text' },
    ]),
    integration: atom(blocks.integration),
    /** A block that the schema cannot hold: its JSON is kept as it is. */
    kept: {
      holds: 'nothing',
      label: blocks.kept,
      group: 'block picture',
      atom: true,
      attrs: { key: { default: null }, node: {} },
    },
  },
  insertions: [
    {
      ...blocks.math,
      icon: 'math',
      isAsking: true,
      create: (schema) => createVoid(schema, 'math', { formula: 'a^2 + b^2 = c^2' }),
    },
  ],
}
