// Pipe tables: grids of text, with HTML in cells of more than a line.

import type { PhrasingContent, RootContent, Table, TableCell, TableRow } from 'mdast'
import type { Block } from '../../engine/document.ts'
import { htmlTokens } from '../html/tokens.ts'
import { htmlTree } from '../html/tree.ts'
import { type InlineNode, nonEmpty, paragraph, plainText } from '../model.ts'
import type { ReadContext, WriteContext } from './contract.ts'
import type { Cell } from './table-cell.ts'
import { type Column, headingOf, linesOf, titled } from './table-column.ts'
import { build, type Grid } from './table-grid.ts'
import { isGrid, isUneven, readRows } from './table-size.ts'

export function readGfm(table: Table, context: ReadContext): Block[] {
  const [head, ...body] = table.children
  const count = table.children.reduce((most, row) => Math.max(most, row.children.length), 0)
  if (
    !isGrid(
      table.children.map(({ children }) => children),
      count,
    )
  )
    return readRows(table.children, context)
  const inlines = (row: TableRow | undefined, at: number) => context.inlines(row?.children[at]?.children ?? [])
  const columns = Array.from({ length: count }, (_, at): Column => {
    const title = linesOf(context.blocksInLine(head?.children[at]?.children ?? [])) ?? inlines(head, at)
    return { definition: { ...titled(title), type: 'text', textAlignment: table.align?.[at] ?? 'left' } }
  })
  const blocks = (row: TableRow, at: number) => {
    const children = (row.children[at]?.children ?? []) as RootContent[]
    if (children.some(({ type }) => FLOW.has(type))) return context.blocks(children)
    const html = context.blocksInLine(children as PhrasingContent[])
    return html ? nonEmpty(html) : [paragraph(inlines(row, at))]
  }
  const rows = body.map((row) => columns.map((_, at): Cell => ({ blocks: blocks(row, at) })))
  const { hideHeader = false } = (table.data ?? {}) as { hideHeader?: boolean }
  return [build({ columns, rows, view: { type: 'grid', hideHeader }, fields: {} })]
}

// Markdown never produces blocks in GFM cells or a hidden header; a converted tree may.
const FLOW = new Set<string>(['paragraph', 'list', 'code', 'blockquote', 'heading', 'thematicBreak', 'table', 'tag'])

export function isPlain({ columns, view, fields }: Grid): boolean {
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
  return isBare && areTexts
}

// GFM cells are trimmed, so leading or trailing spaces need HTML.
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
  !plainText(only.nodes).includes('\n') &&
  isTrim((only.nodes ?? []) as InlineNode[])

// Returns undefined if a cell does not fit in a line.
export function writeGfm({ columns, rows }: Grid, context: WriteContext): Table | undefined {
  const head = columns.map(({ definition }) => gfmCell(context.inlines(headingOf(definition), 'line')))
  const body: TableCell[][] = []
  for (const row of rows) {
    const cells = row.map(({ blocks = [] }) => writeLine(blocks, context))
    if (cells.some((cell) => !cell)) return undefined
    body.push(cells.map((cell) => gfmCell(cell ?? [])))
  }
  const align = columns.map(({ definition }) =>
    definition.textAlignment === 'left' ? null : (definition.textAlignment as 'center'),
  )
  const table: Table = {
    type: 'table',
    align,
    children: [head, ...body].map((children) => ({ type: 'tableRow', children })),
  }
  return isUneven(rows) ? { ...table, data: { isUneven: true } as Table['data'] } : table
}

const gfmCell = (children: PhrasingContent[]): TableCell => ({ type: 'tableCell', children })

// Content of more than a line is HTML.
function writeLine(blocks: Block[], context: WriteContext): PhrasingContent[] | undefined {
  if (isLine(blocks)) return context.inlines((blocks[0]?.nodes ?? []) as InlineNode[], 'cell')
  // A table in a cell requires an HTML table.
  const html = context.htmlElements(blocks)
  if (html === undefined || /[\r\n]|<table/.test(html) || !htmlTree(html)) return undefined
  return htmlTokens(html).map((token) =>
    token.kind === 'text'
      ? { type: 'text', value: token.value, data: { inHtml: true } }
      : { type: 'html', value: token.raw.replaceAll('|', '&#x7C;') },
  )
}
