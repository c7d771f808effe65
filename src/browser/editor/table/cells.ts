// The cells of a table: where the cursor is among them, and the keys that lead from one to another.
import type { Node, ResolvedPos } from 'prosemirror-model'
import { type Command, type EditorState, NodeSelection, Selection, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { isShown, tableData } from './data.ts'
import { emptyRow, isCellOfText } from './shape.ts'
import { showsAll } from './showing.ts'

export interface Place {
  table: Node
  tableAt: number
  row: number
  cell: number
  cellAt: number
}

const isCell = (node: Node): boolean => isCellOfText(node) || node.type.name === 'table_value'

function placeAt($at: ResolvedPos, depth: number): Place | undefined {
  const table = depth >= 2 ? $at.node(depth - 2) : undefined
  if (table?.type.name !== 'table') return undefined
  return {
    table,
    tableAt: $at.before(depth - 2),
    row: $at.index(depth - 2),
    cell: $at.index(depth - 1),
    cellAt: $at.posAtIndex($at.index(depth - 1), depth - 1),
  }
}

/** The cell around the cursor, or the selected one. */
export function currentCell({ selection }: EditorState): Place | undefined {
  const { $from } = selection
  if (selection instanceof NodeSelection && isCell(selection.node)) return placeAt($from, $from.depth + 1)
  for (let depth = $from.depth; depth > 1; depth--) if (isCell($from.node(depth))) return placeAt($from, depth)
  return undefined
}

function cellStart(table: Node, tableAt: number, row: number, cell: number): number {
  let at = tableAt + 1
  for (let each = 0; each < row; each++) at += table.child(each).nodeSize
  at += 1
  for (let each = 0; each < cell; each++) at += table.child(row).child(each).nodeSize
  return at
}

/** Puts the cursor into a cell, or the focus on what edits its value. */
export function enterCell(view: EditorView, at: number, side: 1 | -1 = 1): void {
  const { doc, tr } = view.state
  const cell = doc.nodeAt(at)
  if (!cell) return
  const selection = isCellOfText(cell)
    ? Selection.near(doc.resolve(side > 0 ? at + 1 : at + cell.nodeSize - 1), side)
    : NodeSelection.create(doc, at)
  view.dispatch(tr.setSelection(selection).scrollIntoView())
  const dom = view.nodeDOM(at)
  const control = isCellOfText(cell) || !(dom instanceof HTMLElement) ? null : dom.querySelector<HTMLElement>(CONTROL)
  if (control) control.focus()
  else view.focus()
}

const CONTROL = 'input, select, button'

/** The cells of a row that can be seen. */
const seen = (state: EditorState, { table, row }: Place): number[] => {
  const data = tableData(table)
  const isAll = showsAll(state, table)
  return table.child(row).children.flatMap(({ attrs }, at) => (isAll || isShown(data, attrs.column) ? [at] : []))
}

/** The cell one further: in reading order, or up and down. Undefined behind the last one. */
function neighbour(state: EditorState, place: Place, by: 'next' | 'previous' | 'up' | 'down') {
  const { table, row, cell } = place
  const cells = seen(state, place)
  const at = cells.indexOf(cell)
  const forward = by === 'next' || by === 'down' ? 1 : -1
  if (by === 'up' || by === 'down') return { row: row + forward, cell }
  const isInRow = at + forward >= 0 && at + forward < cells.length
  const to = isInRow ? at + forward : forward > 0 ? 0 : cells.length - 1
  return { row: isInRow ? row : row + forward, cell: cells[to] ?? cell, table }
}

/** Goes to another cell; behind the last row it adds one. */
export const goToCell =
  (by: 'next' | 'previous' | 'up' | 'down', isAdding = true): Command =>
  (state, dispatch, view) => {
    const place = currentCell(state)
    if (!place) return false
    const { table, tableAt } = place
    const { row, cell } = neighbour(state, place, by)
    const isBeyond = row >= table.childCount
    if (row < 0 || (isBeyond && !isAdding)) return false
    if (!dispatch || !view) return true
    if (isBeyond) dispatch(state.tr.insert(tableAt + table.nodeSize - 1, emptyRow(state.schema, tableData(table))))
    const now = view.state.doc.nodeAt(tableAt)!
    enterCell(view, cellStart(now, tableAt, row, cell), by === 'previous' || by === 'up' ? -1 : 1)
    return true
  }

/** Enter in a plain line of a cell; in lists and code it does what it does there. */
const enter: Command = (state, dispatch, view) => {
  const { $from } = state.selection
  const isLine = $from.parent.type.name === 'paragraph' && isCell($from.node(-1))
  const isValue = state.selection instanceof NodeSelection && isCell(state.selection.node)
  return (isLine || isValue) && goToCell('down')(state, dispatch, view)
}

const vertically =
  (by: 'up' | 'down'): Command =>
  (state, dispatch, view) => {
    const place = currentCell(state)
    if (!place || !state.selection.empty || !view?.endOfTextblock(by)) return false
    const { $from } = state.selection
    const depth = $from.depth - ($from.parent.isTextblock ? 1 : 0)
    const edge = by === 'down' ? $from.node(depth).childCount - 1 : 0
    return isCell($from.node(depth)) && $from.index(depth) === edge && goToCell(by, false)(state, dispatch, view)
  }

/** A selection over several cells empties them; the cells stay. */
const clear: Command = (state, dispatch) => {
  const { selection } = state
  const { $from, $to } = selection
  const place = currentCell(state)
  if (selection instanceof NodeSelection && selection.node.type.name === 'table_value') {
    dispatch?.(state.tr.setNodeAttribute(selection.from, 'value', null))
    return true
  }
  if (!place || selection.empty || $to.pos <= place.cellAt + place.table.child(place.row).child(place.cell).nodeSize)
    return false
  const transaction = state.tr
  const cells: { at: number; node: Node }[] = []
  state.doc.nodesBetween($from.pos, $to.pos, (node, at) => {
    if (isCell(node)) cells.push({ at, node })
    return !isCell(node)
  })
  for (const { at, node } of cells.reverse()) {
    if (isCellOfText(node))
      transaction.replaceWith(at + 1, at + node.nodeSize - 1, state.schema.nodes.paragraph!.create({ data: {} }))
    else transaction.setNodeAttribute(at, 'value', null)
  }
  dispatch?.(transaction.setSelection(TextSelection.near(transaction.doc.resolve(place.cellAt + 1))))
  return true
}

/** Leaves the table, to a new paragraph below it. */
const leave: Command = (state, dispatch) => {
  const place = currentCell(state)
  if (!place) return false
  const below = place.tableAt + place.table.nodeSize
  const transaction = state.tr.insert(below, state.schema.nodes.paragraph!.create({ data: {} }))
  dispatch?.(transaction.setSelection(TextSelection.create(transaction.doc, below + 1)).scrollIntoView())
  return true
}

export const cellKeys: Record<string, Command> = {
  Tab: goToCell('next'),
  'Shift-Tab': goToCell('previous', false),
  Enter: enter,
  'Mod-Enter': leave,
  ArrowUp: vertically('up'),
  ArrowDown: vertically('down'),
  Backspace: clear,
  Delete: clear,
}
