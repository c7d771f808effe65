// Tables that are pasted: HTML of pages, of Word and of spreadsheets, and text with tabs. The first row has the titles.
import { DOMParser, Fragment, type Node, type Schema } from 'prosemirror-model'
import { type Data, textColumns } from './data.ts'

const MAX_COLUMNS = 60
const MAX_ROWS = 2000

/** A table has rows of its own, not those of a table in it. */
const rowsIn = (dom: HTMLElement): HTMLTableRowElement[] =>
  [...(dom as HTMLTableElement).rows].filter((row) => row.cells.length > 0).slice(0, MAX_ROWS)

/** The cells by column. A cell over several columns stands in the first. */
function cellsIn(row: HTMLTableRowElement): (HTMLElement | undefined)[] {
  const cells = [...row.cells].flatMap((cell) => [
    cell,
    ...Array.from({ length: Math.min(cell.colSpan, MAX_COLUMNS) - 1 }, () => undefined),
  ])
  return cells.slice(0, MAX_COLUMNS)
}

const widthOf = (rows: readonly HTMLTableRowElement[]): number =>
  rows.reduce((most, row) => Math.max(most, cellsIn(row).length), 0)

const oneLine = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim()

/** The columns. Undefined for what only lays out a page: a table with one cell. */
export function readHead(dom: HTMLElement): Data | undefined {
  const rows = rowsIn(dom)
  const width = widthOf(rows)
  if (width === 0 || (rows.length === 1 && width === 1)) return undefined
  const titles = rows.length > 1 ? cellsIn(rows[0]!) : []
  return textColumns(Array.from({ length: width }, (_, at) => oneLine(titles[at]?.textContent)))
}

export function readRows(dom: HTMLElement, schema: Schema): Fragment {
  const parser = DOMParser.fromSchema(schema)
  const rows = rowsIn(dom)
  const width = widthOf(rows)
  const made = (rows.length > 1 ? rows.slice(1) : rows).map((row) => {
    const cells = cellsIn(row)
    return rowOf(
      schema,
      Array.from({ length: width }, (_, at) => contentOf(cells[at], parser, schema)),
    )
  })
  return Fragment.from(made)
}

function contentOf(cell: HTMLElement | undefined, parser: DOMParser, schema: Schema): Node[] {
  const parsed = cell ? parser.parse(cell, { topNode: schema.nodes.table_cell!.create() }).children : []
  return parsed.length > 0 ? [...parsed] : [schema.nodes.paragraph!.create({ data: {} })]
}

const rowOf = (schema: Schema, cells: readonly Node[][]): Node =>
  schema.nodes.table_row!.create(
    null,
    cells.map((content, at) => schema.nodes.table_cell!.create({ column: `c${at + 1}` }, content)),
  )

/** Lines with the same number of tabs, as spreadsheets copy them. */
export function readTabs(text: string, schema: Schema): Node | undefined {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n')
  const rows = lines.slice(0, MAX_ROWS).map((line) => line.split('\t'))
  const width = rows[0]!.length
  if (rows.length < 2 || width < 2 || width > MAX_COLUMNS || rows.some((row) => row.length !== width)) return undefined
  const paragraph = (words: string) =>
    schema.nodes.paragraph!.create({ data: {} }, words === '' ? [] : schema.text(words))
  const body = rows.slice(1).map((row) =>
    rowOf(
      schema,
      row.map((words) => [paragraph(words.trim())]),
    ),
  )
  return schema.nodes.table!.create({ data: textColumns(rows[0]!.map(oneLine)), isVoid: true }, body)
}
