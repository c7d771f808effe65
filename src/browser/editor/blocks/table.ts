// Tables: rows of cells. Cells of text hold blocks; all others hold a value.
import type { Schema } from 'prosemirror-model'
import { editorWords } from '../../words-editor.ts'
import type { BlockFormat } from '../contract.ts'
import { ELEMENT } from '../contract.ts'
import { cellKeys } from '../table/cells.ts'
import { textColumns } from '../table/data.ts'
import { readHead, readRows } from '../table/reading-html.ts'
import { emptyRow, tableShape } from '../table/shape.ts'

const { blocks, table: names } = editorWords

const INSERTED_COLUMNS = 2
const INSERTED_ROWS = 2

function createTable(schema: Schema) {
  const data = textColumns(Array.from({ length: INSERTED_COLUMNS }, (_, at) => names.column(at + 1)))
  const rows = Array.from({ length: INSERTED_ROWS }, () => emptyRow(schema, data))
  return schema.nodes.table!.create({ data, isVoid: true }, rows)
}

export const table: BlockFormat = {
  nodes: {
    table: {
      holds: 'shape',
      shape: tableShape,
      label: blocks.table.label,
      group: 'block',
      content: 'table_row*',
      attrs: { ...ELEMENT, order: { default: [] }, strays: { default: [] } },
      isolating: true,
      toDOM: () => ['table', ['tbody', 0]],
      parseDOM: [
        {
          tag: 'table',
          getAttrs: (dom) => {
            const data = readHead(dom)
            return data !== undefined && { data, isVoid: true }
          },
          getContent: (dom, schema) => readRows(dom as HTMLElement, schema),
        },
      ],
    },
    'table-row': {
      holds: 'blocks',
      label: blocks.row,
      content: '(table_cell | table_value)*',
      /** `more` are other fields of the record, `rest` the values of columns that are not there. */
      attrs: {
        record: { default: null },
        orderIndex: { default: null },
        more: { default: null },
        rest: { default: null },
      },
      isolating: true,
      toDOM: () => ['tr', 0],
    },
    'table-cell': {
      holds: 'blocks',
      content: 'block+',
      attrs: {
        column: { default: null },
        key: { default: null },
        fragment: { default: null },
        type: { default: null },
        value: { default: null },
      },
      isolating: true,
      toDOM: () => ['td', 0],
    },
    'table-value': {
      holds: 'nothing',
      atom: true,
      attrs: { column: { default: null }, value: { default: null } },
      toDOM: ({ attrs: { value } }) => ['td', typeof value === 'object' ? '' : String(value)],
    },
  },
  insertions: [{ ...blocks.table, icon: 'table', create: createTable }],
  keys: () => cellKeys,
}
