// A cell with a value: numbers, boxes, stars and single choices are edited in place, all others in a dialog.
import type { Node } from 'prosemirror-model'
import { NodeSelection } from 'prosemirror-state'
import type { EditorView, NodeViewConstructor } from 'prosemirror-view'
import type * as Doc from '../../../engine/document.ts'
import { draw } from '../../../render/html/draw.ts'
import { editorWords } from '../../words-editor.ts'
import { goToCell } from '../table/cells.ts'
import { type Column, optionsOf } from '../table/data.ts'
import { ask } from './asked.ts'
import type { Setting } from './drawn.ts'
import { element } from './elements.ts'

const names = editorWords.table

interface Cell {
  value: unknown
  column: Column
  set(value: unknown): void
  open(): void
  html(): string
}

const MAX_STARS = 20

/** What edits the value, by the type of the column. */
const CONTROLS: Record<string, (cell: Cell) => HTMLElement> = {
  number({ value, column, set }) {
    const input = element('input', { type: 'number', step: 'any', class: 'number', 'aria-label': labelOf(column) })
    input.value = typeof value === 'number' ? String(value) : ''
    input.addEventListener('change', () => set(input.value === '' ? null : Number(input.value)))
    return input
  },
  checkbox({ value, column, set }) {
    const input = element('input', { type: 'checkbox', class: 'box', 'aria-label': labelOf(column) })
    input.checked = value === true
    input.addEventListener('change', () => set(input.checked))
    return input
  },
  rating({ value, column, set }) {
    const max = Math.min(Number(column.definition.max) || 5, MAX_STARS)
    const given = typeof value === 'number' ? value : 0
    const group = element('div', { class: 'rating', role: 'group', 'aria-label': labelOf(column) })
    for (let star = 1; star <= max; star++) {
      const button = element('button', { type: 'button', 'aria-label': names.rate(star, max) })
      button.setAttribute('aria-pressed', String(star <= given))
      button.textContent = star <= given ? '★' : '☆'
      // The last star again takes it away.
      button.addEventListener('click', () => set(star === given ? null : star))
      group.append(button)
    }
    return group
  },
  select(cell) {
    const { value, column, set } = cell
    if (column.definition.multiple === true) return opened(cell)
    const select = element('select', { 'aria-label': labelOf(column) })
    const chosen = Array.isArray(value) ? value[0] : value
    select.append(new Option('', ''), ...optionsOf(column).map((each) => new Option(each.label, each.value)))
    select.value = typeof chosen === 'string' ? chosen : ''
    const color = optionsOf(column).find((each) => each.value === chosen)?.color
    if (color) select.classList.add('tag', `ink-${color}`)
    select.addEventListener('change', () => set(select.value === '' ? null : [select.value]))
    return select
  },
}

const labelOf = ({ title, type }: Column): string =>
  title || names.types[type as keyof typeof names.types] || names.untitled

/** Drawn as readers see it; a click opens the dialog. */
function opened({ column, open, html }: Cell): HTMLElement {
  const button = element('button', { type: 'button', class: 'value', 'aria-label': names.edit(labelOf(column)) })
  button.innerHTML = html()
  for (const link of button.querySelectorAll('a')) link.replaceWith(...link.childNodes)
  if (button.textContent?.trim() === '' && !button.querySelector('img')) {
    const none = element('span', { class: 'soft' })
    none.textContent = names.empty
    button.append(none)
  }
  button.addEventListener('click', open)
  return button
}

/** The value as readers see it: a table with this cell alone. */
function htmlOf(value: unknown, { id, definition }: Column, { surroundings }: Setting): string {
  const data = {
    view: { type: 'grid', columns: [id], hideHeader: true },
    definition: { [id]: definition },
    records: { row: { orderIndex: '0', values: { [id]: value } } },
  }
  const block: Doc.Block = { object: 'block', type: 'table', isVoid: true, data, fragments: [] }
  const holder = document.createElement('template')
  // The renderer escapes every value.
  holder.innerHTML = draw({ object: 'document', data: {}, nodes: [block] }, surroundings).text
  return holder.content.querySelector('td')?.innerHTML ?? ''
}

export const valueView =
  (setting: Setting): NodeViewConstructor =>
  (first, view, getPos, decorations) => {
    let node = first
    let definition = definitionIn(decorations)
    const dom = element('td', { class: 'valued', contenteditable: 'false' })
    const paint = () => {
      const { column: id, value } = node.attrs
      const type = String(definition.type ?? '')
      const column: Column = { id, title: String(definition.title ?? ''), type, definition }
      const had = dom.contains(document.activeElement)
      const make = Object.hasOwn(CONTROLS, type) ? CONTROLS[type]! : opened
      const control = make({
        value,
        column,
        set: (next) => setValue(view, getPos(), next),
        open() {
          const at = getPos()
          if (at !== undefined) ask({ kind: 'cell', at })
        },
        html: () => htmlOf(value, column, setting),
      })
      dom.dataset.type = type
      dom.replaceChildren(control)
      if (had) dom.querySelector<HTMLElement>('input, select, button')?.focus()
    }
    dom.addEventListener('keydown', (event) => onKey(event, view, getPos))
    const stop = setting.onChange(paint)
    paint()
    return {
      dom,
      update(next: Node, given) {
        if (next.type !== node.type) return false
        const isSame = next.sameMarkup(node) && definitionIn(given) === definition
        node = next
        definition = definitionIn(given)
        if (!isSame) paint()
        return true
      },
      stopEvent: (event) => /^(key|mouse|click|input|change|focus|before|pointer|composition)/.test(event.type),
      ignoreMutation: () => true,
      destroy: stop,
    }
  }

const NONE: Record<string, unknown> = {}
const definitionIn = (decorations: readonly { spec: { definition?: Record<string, unknown> } }[]) =>
  decorations.find(({ spec }) => spec.definition)?.spec.definition ?? NONE

function setValue(view: EditorView, at: number | undefined, value: unknown): void {
  if (at !== undefined) view.dispatch(view.state.tr.setNodeAttribute(at, 'value', value))
}

/** Keys that lead out of the cell. What was typed in it is set first. */
function onKey(event: KeyboardEvent, view: EditorView, getPos: () => number | undefined): void {
  const isNumber = (event.target as HTMLElement).tagName === 'INPUT'
  const isRow = event.key === 'Enter' && isNumber
  if (event.key !== 'Tab' && event.key !== 'Escape' && !isRow) return
  const at = getPos()
  if (at === undefined) return
  event.preventDefault()
  event.stopPropagation()
  ;(event.target as HTMLElement).blur()
  view.focus()
  view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)))
  if (event.key === 'Escape') return
  const by = isRow ? 'down' : event.shiftKey ? 'previous' : 'next'
  goToCell(by)(view.state, view.dispatch, view)
}
