// A fast path for tables whose rows start and end with a pipe, have as many cells as the header, and contain plain
// text.

import type { AlignType, TableRow } from 'mdast'
import { plainInlines } from './inlines.ts'
import { isBlank, isTag, type Lines, type PlainReader } from './lines.ts'

const delimiters = /^\|(?: *:?-+:? *\|)+$/

export const plainTable: PlainReader = (lines, start) => {
  const second = lines.after(start)
  if (!lines.has(second) || !delimiters.test(lines.at(second))) return undefined
  const align = cellsOf(lines.at(second)).map(alignment)
  const rows: TableRow[] = []
  let next = start
  for (; lines.has(next); next = lines.after(next)) {
    const line = lines.at(next)
    if (isBlank(line) || isTag(line)) break
    const row = next === second ? 'delimiter' : rowOf(line, align.length, lines)
    if (!row) return undefined
    if (row !== 'delimiter') rows.push(row)
  }
  return { node: { type: 'table', align, children: rows }, next }
}

const cellsOf = (line: string) =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.replace(/^ +| +$/g, ''))

function alignment(cell: string): AlignType {
  if (cell.startsWith(':')) return cell.endsWith(':') ? 'center' : 'left'
  return cell.endsWith(':') ? 'right' : null
}

function rowOf(line: string, columns: number, lines: Lines): TableRow | undefined {
  if (!/^\|[^\\\t]*\|$/.test(line)) return undefined
  const cells = cellsOf(line).map((cell) => (cell ? plainInlines(cell, lines) : []))
  if (cells.length !== columns || cells.some((cell) => !cell)) return undefined
  return { type: 'tableRow', children: cells.map((children) => ({ type: 'tableCell', children: children ?? [] })) }
}
