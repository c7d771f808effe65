// Tables in the editor: rows keep their order and their ids, and what two people write in a table merges.
import * as fc from 'fast-check'
import { EditorState } from 'prosemirror-state'
import { expect, test } from 'vitest'
import type { Block, Document } from '../../../engine/document.ts'
import { mergeDocuments } from '../../../engine/merge/merge-documents.ts'
import { textOf } from '../../../engine/text.ts'
import { parseMarkdown } from '../../../markdown/parse.ts'
import { readDocument } from '../document/reading.ts'
import { writeDocument } from '../document/writing.ts'
import { uniqueKeys } from '../plugins/keys.ts'
import { schema } from '../schema.ts'
import { currentCell } from './cells.ts'
import { addColumn, columnIds, definitionOf, moveColumn, removeColumn, setColumn, tableData } from './data.ts'
import { fitTables } from './fit.ts'
import { ordered } from './order.ts'
import { readTabs } from './reading-html.ts'
import { emptyRow } from './shape.ts'

const digits = fc.string({ unit: fc.constantFrom('0', '1', '5', '9', 'a', 'V'), maxLength: 4 })

test('rows are in the order of their texts, and those in order already keep theirs', () => {
  void fc.assert(
    fc.property(fc.array(fc.option(digits), { maxLength: 12 }), (given) => {
      const made = ordered(given)
      expect(made.length).toBe(given.length)
      for (const [at, each] of made.entries()) if (at > 0) expect(made[at - 1]! < each).toBe(true)
      const isOrdered = given.every((each, at) => each !== null && (at === 0 || given[at - 1]! < each))
      if (isOrdered) expect(made).toEqual(given)
    }),
  )
})

const TABLE = `| Name | Note |
|---|---|
| one | first |
| two | second |
`

function begin(markdown = TABLE): { document: Document; state: EditorState } {
  let last = 0
  const mint = () => `k${++last}`
  const { document } = parseMarkdown(markdown)
  const made = EditorState.create({ doc: readDocument(document), plugins: [fitTables(mint), uniqueKeys(mint)] })
  const state = made.apply(made.tr.setNodeAttribute(0, 'key', 'table'))
  return { document: writeDocument(state.doc), state: EditorState.create({ doc: state.doc, plugins: made.plugins }) }
}

/** Where a text begins. */
function find(state: EditorState, text: string): number {
  let found = -1
  state.doc.descendants((node, at) => {
    if (node.isText && node.text === text) found = at
  })
  return found
}

const typed = (state: EditorState, after: string, text: string): EditorState =>
  state.apply(state.tr.insertText(text, find(state, after) + after.length))

const changed = (state: EditorState, change: (data: Record<string, unknown>) => Record<string, unknown>): EditorState =>
  state.apply(state.tr.setNodeAttribute(0, 'data', change(tableData(state.doc.firstChild!))))

const rowsOf = (document: Document): string[][] => {
  const state = EditorState.create({ doc: readDocument(document) })
  return state.doc.firstChild!.children.map((row) =>
    row.children.map((cell) => cell.textContent || `${cell.attrs.value ?? ''}`),
  )
}

test('what two people type in different cells, and rows and columns that they add, are all kept', () => {
  const { document, state } = begin()
  const ours = changed(typed(state, 'one', '!'), (data) => addColumn(data, definitionOf('mine', 'Mine', 'number'), 1))
  const grown = typed(state, 'second', '?')
  const theirs = grown.apply(
    grown.tr.insert(grown.doc.firstChild!.nodeSize - 1, emptyRow(schema, tableData(grown.doc.firstChild!))),
  )
  const merged = mergeDocuments({
    base: document,
    ours: writeDocument(ours.doc),
    theirs: writeDocument(theirs.doc),
  })
  expect(merged.conflicts).toEqual([])
  expect(rowsOf(merged.document)).toEqual([
    ['one!', '', 'first'],
    ['two', '', 'second?'],
    ['', '', ''],
  ])
})

test('columns are added, moved, changed and removed with their cells', () => {
  const { state } = begin('| A | B |\n|---|---|\n| 1 | x |\n| 2 | y |\n')
  const moved = changed(state, (data) => moveColumn(data, 'c2', -1))
  expect(rowsOf(writeDocument(moved.doc))).toEqual([
    ['x', '1'],
    ['y', '2'],
  ])
  const numbers = changed(moved, (data) => setColumn(data, 'c1', { type: 'number', textAlignment: undefined }))
  const { records } = writeDocument(numbers.doc).nodes[0]!.data as { records: Record<string, { values: object }> }
  expect(Object.values(records).map(({ values }) => values)).toMatchObject([{ c1: 1 }, { c1: 2 }])
  const texts = changed(numbers, (data) => setColumn(data, 'c1', { type: 'text' }))
  expect(rowsOf(writeDocument(texts.doc))[1]).toEqual(['y', '2'])
  const removed = changed(texts, (data) => removeColumn(data, 'c2'))
  expect(columnIds(tableData(removed.doc.firstChild!))).toEqual(['c1'])
  const [table] = writeDocument(removed.doc).nodes as [Block]
  expect(table.fragments!.map((fragment) => textOf(fragment.nodes[0]!))).toEqual(['1', '2'])
})

test('a row that is copied has an id and cells of its own', () => {
  const { state } = begin()
  const row = state.doc.firstChild!.firstChild!
  const copied = state.apply(state.tr.insert(1, row))
  const [table] = writeDocument(copied.doc).nodes as [Block]
  expect(Object.keys((table.data as { records: object }).records)).toHaveLength(3)
  expect(new Set(table.fragments!.map(({ fragment }) => fragment)).size).toBe(6)
  expect(rowsOf({ object: 'document', data: {}, nodes: [table] }).map(([name]) => name)).toEqual(['one', 'one', 'two'])
})

test('whatever is deleted, every row has a cell for each column', () => {
  void fc.assert(
    fc.property(fc.nat(40), fc.nat(40), (one, other) => {
      const { state } = begin()
      const { size } = state.doc.content
      const [from, to] = [Math.min(one, other) % size, Math.max(one, other) % size].sort((a, b) => a - b)
      const left = state.apply(state.tr.deleteRange(from!, to!))
      left.doc.check()
      left.doc.descendants((node) => {
        if (node.type.name === 'table_row') expect(node.children.map(({ attrs }) => attrs.column)).toEqual(['c1', 'c2'])
      })
    }),
  )
})

test('lines with tabs are a table', () => {
  const table = readTabs('Name\tAge\nAda\t36\nAlan\t41\n', schema)!
  table.check()
  expect(columnIds(tableData(table)).length).toBe(2)
  expect(table.childCount).toBe(2)
  expect(readTabs('no tabs\nhere', schema)).toBeUndefined()
  expect(readTabs('a\tb\nc', schema)).toBeUndefined()
})

test('the cell of the cursor is known', () => {
  const { state } = begin()
  const at = find(state, 'second')
  const there = state.apply(state.tr.insertText('', at)).apply(state.tr.setSelection(near(state, at)))
  expect(currentCell(there)).toMatchObject({ row: 1, cell: 1 })
})

const near = (state: EditorState, at: number) =>
  (state.selection.constructor as unknown as { near(at: unknown): EditorState['selection'] }).near(
    state.doc.resolve(at),
  )
