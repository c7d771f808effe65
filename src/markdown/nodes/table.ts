// Tables and cards. A grid of plain text is a GFM table; whatever else a table holds, it is one line of HTML. The ids
// of columns, records and cells are positions: `c1`, `r1`, `r1-c1`.

import type { PhrasingContent, RootContent, Table, TableCell, TableRow } from 'mdast'
import type { Block, Fragment } from '../../engine/document.ts'
import { openTag } from '../html/tokens.ts'
import { type HtmlElement, isElement, solid } from '../html/tree.ts'
import { type Data, data, type InlineNode, paragraph, plainText } from '../model.ts'
import type { NodeFormat, ReadContext, WriteContext } from './contract.ts'
import {
  type Cell,
  type Column,
  cellOf,
  columnOf,
  headingOf,
  readCell,
  readColumn,
  titled,
  writeCell,
  writeColumn,
} from './table-cell.ts'

interface Grid {
  columns: Column[]
  rows: Cell[][]
  view: Data
  fields: Data
}

const recordId = (row: number) => `r${row + 1}`
const cellId = (row: number, column: number) => `${recordId(row)}-c${column + 1}`

function build({ columns, rows, view, fields }: Grid): Block {
  const fragments: Fragment[] = []
  const records = rows.map((cells, row) => {
    const values = cells.map((cell, column) => {
      if (!cell.blocks) return [`c${column + 1}`, cell.value] as const
      fragments.push({ object: 'fragment', fragment: cellId(row, column), nodes: cell.blocks })
      return [`c${column + 1}`, cellId(row, column)] as const
    })
    const given = values.filter(([, value]) => value !== undefined)
    return [recordId(row), { orderIndex: String(row).padStart(6, '0'), values: Object.fromEntries(given) }] as const
  })
  const definition = Object.fromEntries(
    columns.map((column, at) => [`c${at + 1}`, { id: `c${at + 1}`, ...column.definition }]),
  )
  const shown = columns.flatMap((column, at) => (column.hidden ? [] : [`c${at + 1}`]))
  const table = data({
    view: data({ ...view, columns: shown }),
    records: Object.fromEntries(records),
    definition,
    ...fields,
  })
  return { object: 'block', type: 'table', isVoid: true, data: table, fragments }
}

/** A table of text, from its heads and the blocks of its cells. */
export function textTable(heads: string[], rows: Block[][][]): Block {
  const columns = heads.map((title): Column => ({ definition: { title, type: 'text', textAlignment: 'left' } }))
  const cells = rows.map((row) => row.map((blocks): Cell => ({ blocks })))
  return build({ columns, rows: cells, view: { type: 'grid', hideHeader: false }, fields: {} })
}

function readGfm(table: Table, context: ReadContext): Block[] {
  const [head, ...body] = table.children
  const count = table.children.reduce((most, row) => Math.max(most, row.children.length), 0)
  const inlines = (row: TableRow | undefined, at: number) => context.inlines(row?.children[at]?.children ?? [])
  const columns = Array.from({ length: count }, (_, at): Column => {
    return { definition: { ...titled(inlines(head, at)), type: 'text', textAlignment: table.align?.[at] ?? 'left' } }
  })
  const blocks = (row: TableRow, at: number) => {
    const children = (row.children[at]?.children ?? []) as RootContent[]
    return children.some(({ type }) => FLOW.has(type)) ? context.blocks(children) : [paragraph(inlines(row, at))]
  }
  const rows = body.map((row) => columns.map((_, at): Cell => ({ blocks: blocks(row, at) })))
  const { hideHeader = false } = (table.data ?? {}) as { hideHeader?: boolean }
  return [build({ columns, rows, view: { type: 'grid', hideHeader }, fields: {} })]
}

// No text gives a cell of a GFM table whole blocks, or a hidden head; a tree from elsewhere may.
const FLOW = new Set<string>(['paragraph', 'list', 'code', 'blockquote', 'heading', 'thematicBreak', 'table', 'tag'])

const flags = { 'data-full-width': 'fullWidth', 'data-search': 'search' } as const
const bool = (value: string | undefined) => (value === undefined ? undefined : value !== 'false')

function readHtml(table: HtmlElement, context: ReadContext): Block[] | undefined {
  const rows = rowsOf(table)
  const [head, ...body] = rows ?? []
  if (!head || rows?.some((row) => row.length > head.length)) return undefined
  const columns = head.map((cell) => readColumn(cell, context))
  const cells = body.map((row) =>
    columns.map((column, at) => (column && row[at] ? readCell(row[at], column, context) : cellOf(column))),
  )
  if (columns.some((column) => !column) || cells.some((row) => row.some((cell) => !cell))) return undefined
  const { attributes } = table
  const fields = Object.fromEntries(Object.entries(flags).map(([name, field]) => [field, bool(attributes[name])]))
  const merges = attributes['data-cell-merges']
  const grid = {
    columns: columns as Column[],
    rows: cells as Cell[][],
    view: readView(attributes, columns as Column[]),
  }
  return [build({ ...grid, fields: { ...fields, cellMerges: merges === undefined ? undefined : parseJson(merges) } })]
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// Rows of `<thead>` and `<tbody>`, or of the table itself; anything else in a table is not ours to read.
function rowsOf(table: HtmlElement): HtmlElement[][] | undefined {
  const sections = solid(table.children)
  const rows = sections.flatMap((node) => (isElement(node, 'thead', 'tbody') ? solid(node.children) : [node]))
  const cells = rows.map((row) => (isElement(row, 'tr') ? solid(row.children) : []))
  const isTable = cells.every(
    (row) =>
      row.length &&
      row.every((cell) => isElement(cell, 'th', 'td') && !cell.attributes.rowspan && !cell.attributes.colspan),
  )
  return isTable && rows.length ? (cells as HtmlElement[][]) : undefined
}

function readView(attributes: Record<string, string>, columns: Column[]): Data {
  const at = (role: string) => {
    const index = columns.findIndex((column) => column.role === role)
    return index < 0 ? undefined : `c${index + 1}`
  }
  if (attributes['data-view'] === 'cards') {
    return {
      type: 'cards',
      cardSize: attributes['data-card-size'] ?? 'medium',
      targetDefinition: at('target'),
      coverDefinition: at('cover'),
      coverDefinitionDark: at('cover-dark'),
      hideColumnTitle: bool(attributes['data-column-title-hidden']),
      wrap: bool(attributes['data-card-wrap']),
    }
  }
  const widths = columns.flatMap((column, index) =>
    column.width === undefined ? [] : [[`c${index + 1}`, column.width] as const],
  )
  return {
    type: 'grid',
    hideHeader: bool(attributes['data-header-hidden']) ?? false,
    columnWidths: widths.length ? Object.fromEntries(widths) : undefined,
    stickyHeader: bool(attributes['data-sticky-header']),
    stickyFirstColumn: bool(attributes['data-sticky-first-column']),
    useNewSizing: bool(attributes['data-new-sizing']),
  }
}

// The table as columns and rows again: those shown first, in their order, then the hidden ones.
function gridOf(block: Block): Grid {
  const { view, records, definition, ...fields } = block.data as {
    view: Data
    records: Record<string, TableRecord>
    definition: Record<string, Data>
  }
  const shown = (view.columns as string[]).filter((id) => definition[id])
  const visible = new Set(shown)
  const ids = [...shown, ...Object.keys(definition).filter((id) => !visible.has(id))]
  const byName = new Map((block.fragments ?? []).map((each) => [each.fragment, each.nodes]))
  const columns = ids.map((id) => columnOf(id, definition[id] ?? {}, view, visible.has(id)))
  const sorted = Object.values(records).sort((a, b) =>
    a.orderIndex < b.orderIndex ? -1 : a.orderIndex > b.orderIndex ? 1 : 0,
  )
  const rows = sorted.map(({ values }) =>
    ids.map((id, at): Cell => {
      const isText = columns[at]?.definition.type === 'text'
      return isText ? { blocks: byName.get(values[id] as string) ?? [paragraph([])] } : { value: values[id] }
    }),
  )
  return { columns, rows, view, fields }
}

interface TableRecord {
  orderIndex: string
  values: Record<string, unknown>
}

function write(block: Block, context: WriteContext): RootContent[] {
  const grid = gridOf(block)
  return [isPlain(grid) ? writeGfm(grid, context) : { type: 'html', value: writeHtml(grid, context) }]
}

function isPlain({ columns, rows, view, fields }: Grid): boolean {
  const { type, hideHeader, columns: _shown, ...rest } = view
  const isBare =
    type === 'grid' &&
    hideHeader === false &&
    ![...Object.values(rest), ...Object.values(fields)].some((value) => value !== undefined)
  const areTexts =
    columns.length > 0 &&
    columns.every(
      ({ definition, hidden }) =>
        definition.type === 'text' && !definition.verticalAlignment && !hidden && isTrim(headingOf(definition)),
    )
  return isBare && areTexts && rows.every((row) => row.every(({ blocks = [] }) => isLine(blocks)))
}

// A cell of a GFM table is trimmed, so what begins or ends in space needs HTML.
const isTrim = (nodes: InlineNode[]) => {
  const [first, last] = [nodes[0], nodes.at(-1)]
  const isSpaced =
    (first?.object === 'text' && /^\s/.test(plainText([first]))) ||
    (last?.object === 'text' && /\s$/.test(plainText([last])))
  return !isSpaced
}

const isLine = ([only, ...more]: Block[]) =>
  more.length === 0 &&
  only?.type === 'paragraph' &&
  only.data?.align === undefined &&
  isTrim((only.nodes ?? []) as InlineNode[])

function writeGfm({ columns, rows }: Grid, context: WriteContext): Table {
  const cell = (children: PhrasingContent[]): TableCell => ({ type: 'tableCell', children })
  const head = columns.map(({ definition }) => cell(context.inlines(headingOf(definition), 'line')))
  const body = rows.map((row) =>
    row.map(({ blocks = [] }) => cell(context.inlines((blocks[0]?.nodes ?? []) as InlineNode[], 'line'))),
  )
  const align = columns.map(({ definition }) =>
    definition.textAlignment === 'left' ? null : (definition.textAlignment as 'center'),
  )
  return { type: 'table', align, children: [head, ...body].map((children) => ({ type: 'tableRow', children })) }
}

const word = (value: unknown) => (value === undefined ? undefined : String(value))

function writeHtml({ columns, rows, view, fields }: Grid, context: WriteContext): string {
  const attributes = {
    'data-header-hidden': view.hideHeader === true || undefined,
    'data-sticky-header': word(view.stickyHeader),
    'data-sticky-first-column': word(view.stickyFirstColumn),
    'data-new-sizing': word(view.useNewSizing),
    'data-full-width': word(fields.fullWidth),
    'data-search': word(fields.search),
    'data-cell-merges': fields.cellMerges === undefined ? undefined : JSON.stringify(fields.cellMerges),
    'data-card-size': view.cardSize === 'medium' ? undefined : word(view.cardSize),
    'data-card-wrap': word(view.wrap),
    'data-column-title-hidden': word(view.hideColumnTitle),
    'data-view': view.type === 'cards' ? 'cards' : undefined,
  }
  const head = columns.map((column) => writeColumn(column, context)).join('')
  const body = rows.map(
    (row) => `<tr>${row.map((cell, at) => writeCell(cell, columns[at] as Column, context)).join('')}</tr>`,
  )
  return `${openTag('table', attributes)}<thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`
}

export const table: NodeFormat = { mdast: { table: readGfm }, html: { table: readHtml }, write: { table: write } }
