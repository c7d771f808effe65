// A table that is written: the titles of its columns stand above the rows, with buttons for rows and columns.
import type { Node } from 'prosemirror-model'
import type { NodeViewConstructor } from 'prosemirror-view'
import { newKey } from '../../random.ts'
import { editorWords } from '../../words-editor.ts'
import {
  addColumn,
  type Column,
  columnsOf,
  definitionOf,
  isCards,
  isShown,
  setColumn,
  tableData,
  viewOf,
} from '../table/data.ts'
import { emptyRow } from '../table/shape.ts'
import { alignOf, toggleAll } from '../table/showing.ts'
import { ask } from './asked.ts'
import { button, element, iconOf } from './elements.ts'

const names = editorWords.table

export const tableView: NodeViewConstructor = (first, view, getPos, decorations) => {
  let node = first
  let isAll = showsAll(decorations)
  const dom = element('div', { class: 'table block sheet' })
  const sheet = element('table')
  const head = element('thead', { contenteditable: 'false' })
  const body = element('tbody')
  const foot = element('div', { class: 'sheet-bar', contenteditable: 'false' })
  sheet.append(head, body)
  dom.append(sheet, foot)

  const change = (data: Record<string, unknown>) => {
    const at = getPos()
    if (at !== undefined) view.dispatch(view.state.tr.setNodeAttribute(at, 'data', data))
  }
  const titleOf = ({ id, title, type, definition }: Column) => {
    const cell = element('th', { scope: 'col', class: alignOf(definition, type) })
    const input = element('input', { class: 'column-title', 'aria-label': names.title, placeholder: names.untitled })
    input.value = title
    input.size = Math.max(4, title.length)
    input.addEventListener('input', () => {
      input.size = Math.max(4, input.value.length)
    })
    input.addEventListener('change', () => {
      // A title of text takes the place of one with styles.
      change(setColumn(tableData(node), id, { title: input.value, heading: undefined }))
    })
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') input.blur()
    })
    const settings = button(names.columnSettings(title || names.untitled), 'down', () => {
      const at = getPos()
      if (at !== undefined) ask({ kind: 'column', at, column: id })
    })
    const inside = element('div', { class: isShown(tableData(node), id) ? 'column-head' : 'column-head hidden-column' })
    inside.append(input, settings)
    cell.append(inside)
    return cell
  }
  const addLast = () => {
    const data = tableData(node)
    const shown = columnsOf(data).filter(({ id }) => isShown(data, id))
    change(addColumn(data, definitionOf(newKey(), names.column(columnsOf(data).length + 1), 'text'), shown.length))
  }
  const addRow = () => {
    const at = getPos()
    if (at === undefined) return
    view.dispatch(view.state.tr.insert(at + node.nodeSize - 1, emptyRow(view.state.schema, tableData(node))))
    view.focus()
  }
  const paint = () => {
    const data = tableData(node)
    const columns = columnsOf(data)
    const hidden = columns.filter(({ id }) => !isShown(data, id)).length
    const asCards = isCards(data) && !isAll
    dom.classList.toggle('as-cards', asCards)
    dom.classList.toggle('large', viewOf(data).cardSize === 'large')
    dom.classList.toggle('wide', data.fullWidth === true)
    dom.classList.toggle('headless', viewOf(data).hideHeader === true)
    const line = element('tr')
    line.append(...columns.filter(({ id }) => isAll || isShown(data, id)).map(titleOf))
    const last = element('th', { class: 'add-column' })
    last.append(button(names.addColumn, 'plus', addLast))
    line.append(last)
    head.replaceChildren(line)
    const toggle = isCards(data)
      ? isAll
        ? names.asCards
        : names.asGrid
      : isAll
        ? names.hideHidden
        : names.showHidden(hidden)
    const at = () => getPos() ?? 0
    foot.replaceChildren(
      said(names.addRow, 'plus', addRow),
      said(names.settings, 'edit', () => ask({ kind: 'table', at: at() })),
      ...(hidden > 0 || isCards(data)
        ? [said(toggle, isCards(data) ? 'table' : 'columns', () => view.dispatch(toggleAll(view.state, node)))]
        : []),
    )
  }
  paint()
  return {
    dom,
    contentDOM: body,
    update(next: Node, given) {
      if (next.type !== node.type) return false
      const isSame = next.attrs.data === node.attrs.data && showsAll(given) === isAll
      node = next
      isAll = showsAll(given)
      if (!isSame) paint()
      return true
    },
    stopEvent: (event) => head.contains(event.target as HTMLElement) || foot.contains(event.target as HTMLElement),
    ignoreMutation: (mutation) => mutation.type !== 'selection' && !body.contains(mutation.target),
  }
}

const showsAll = (decorations: readonly { spec: { isAll?: boolean } }[]): boolean =>
  decorations.some(({ spec }) => spec.isAll === true)

/** A button that shows its words. */
function said(label: string, icon: Parameters<typeof iconOf>[0], run: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', class: 'btn bare s' })
  made.append(iconOf(icon), label)
  made.addEventListener('click', run)
  return made
}
