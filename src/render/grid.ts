// Reads a table block as columns and rows, whatever its data.
import type { Block, Fragment, Inline, Text } from '../engine/document.ts'
import { dataIn, dataOf, isSet, textIn, textsIn } from './fields.ts'

export interface Column {
  id: string
  title: string
  heading?: (Inline | Text)[]
  type: string
  align: 'left' | 'center' | 'right' | 'start'
  width?: number
  definition: Record<string, unknown>
}

export interface Row {
  id: string
  values: Record<string, unknown>
  /** The fragments of text cells. */
  fragments: Map<string, Fragment>
}

export interface Grid {
  columns: Column[]
  rows: Row[]
  isCards: boolean
  hasHead: boolean
  /** Columns with a role on cards. */
  target?: Column
  cover?: Column
  showsTitles: boolean
  merges: { record: string; column: string; rowSpan: number; colSpan: number }[]
}

export function gridOf(block: Block): Grid {
  const data = dataOf(block)
  const view = dataIn(data, 'view')
  const definitions = dataIn(data, 'definition')
  const find = (id: unknown) =>
    typeof id === 'string' && isSet(definitions[id]) && Object.hasOwn(definitions, id)
      ? columnOf(id, definitions[id], view)
      : undefined
  const columns = textsIn(view.columns).flatMap((id) => find(id) ?? [])
  const [target, cover] = [find(view.targetDefinition), find(view.coverDefinition)]
  return {
    columns,
    rows: rowsOf(block, dataIn(data, 'records')),
    isCards: view.type === 'cards',
    hasHead: view.hideHeader !== true && columns.some(({ title, heading }) => title.trim() !== '' || heading),
    ...(target && { target }),
    ...(cover && { cover }),
    showsTitles: view.hideColumnTitle !== true,
    merges: mergesOf(data.cellMerges),
  }
}

function columnOf(id: string, definition: Record<string, unknown>, view: Record<string, unknown>): Column {
  const width = dataIn(view, 'columnWidths')[id]
  const align = textIn(definition, 'textAlignment')
  return {
    id,
    title: textIn(definition, 'title') ?? '',
    type: textIn(definition, 'type') ?? 'text',
    align: align === 'center' || align === 'right' ? align : 'start',
    definition,
    ...(typeof width === 'number' && width > 0 && width < 10_000 ? { width } : {}),
    ...(Array.isArray(definition.heading) ? { heading: definition.heading as (Inline | Text)[] } : {}),
  }
}

function rowsOf(block: Block, records: Record<string, unknown>): Row[] {
  const fragments = new Map((block.fragments ?? []).map((each) => [each.fragment ?? '', each]))
  const orderOf = (record: unknown) => (isSet(record) ? String(record.orderIndex) : '')
  return Object.entries(records)
    .filter(([, record]) => isSet(record))
    .sort(([, a], [, b]) => (orderOf(a) < orderOf(b) ? -1 : orderOf(a) > orderOf(b) ? 1 : 0))
    .map(([id, record]) => ({ id, values: dataIn(record as Record<string, unknown>, 'values'), fragments }))
}

function mergesOf(value: unknown): Grid['merges'] {
  const span = (given: unknown) => (Number.isInteger(given) ? Math.min(Math.max(given as number, 1), 50) : 1)
  return (Array.isArray(value) ? value : []).filter(isSet).map((merge) => {
    const { record, column } = dataIn(merge, 'anchor')
    return {
      record: String(record),
      column: String(column),
      rowSpan: span(merge.rowSpan),
      colSpan: span(merge.colSpan),
    }
  })
}

interface Place {
  down: number
  across: number
}

/**
 * Returns a function that gives the span of each cell, asked row by row; undefined for a cell that another one covers.
 * A span that overlaps another is ignored.
 */
export function spans({ rows, columns, merges }: Grid): (row: Row, column: Column, at: Place) => Place | undefined {
  const merged = new Map(merges.map((merge) => [JSON.stringify([merge.record, merge.column]), merge]))
  const covered = new Set<string>()
  return (row, column, at) => {
    if (covered.has(`${at.down} ${at.across}`)) return undefined
    const merge = merged.size === 0 ? undefined : merged.get(JSON.stringify([row.id, column.id]))
    const span = {
      down: Math.min(merge?.rowSpan ?? 1, rows.length - at.down),
      across: Math.min(merge?.colSpan ?? 1, columns.length - at.across),
    }
    if (span.down * span.across === 1) return span
    const places = Array.from({ length: span.down * span.across }, (_, index) =>
      [at.down + Math.floor(index / span.across), at.across + (index % span.across)].join(' '),
    )
    if (places.some((place) => covered.has(place))) return { down: 1, across: 1 }
    for (const place of places) covered.add(place)
    return span
  }
}
