// What is seen of tables: columns that are hidden from readers, how cells are aligned and merged. A button shows hidden
// columns too.
import type { Node } from 'prosemirror-model'
import { type EditorState, Plugin, PluginKey, type Transaction } from 'prosemirror-state'
import { ReplaceStep } from 'prosemirror-transform'
import { Decoration, DecorationSet } from 'prosemirror-view'
import type { Block } from '../../../engine/document.ts'
import { gridOf, spans } from '../../../render/grid.ts'
import { columnsOf, isCards, isShown, tableData, viewOf } from './data.ts'

/** The keys of tables whose hidden columns are shown. */
interface Showing {
  all: ReadonlySet<string>
  set: DecorationSet
}

const key = new PluginKey<Showing>('tables')

export const showsAll = (state: EditorState, table: Node): boolean =>
  key.getState(state)?.all.has(String(table.attrs.key)) ?? false

export const toggleAll = ({ tr }: EditorState, table: Node): Transaction => tr.setMeta(key, String(table.attrs.key))

/** The class of a cell by its column. */
export const alignOf = ({ textAlignment }: Record<string, unknown>, type: string): string =>
  textAlignment === 'center' ? 'center' : textAlignment === 'right' || type === 'number' ? 'n' : ''

/** The spans of merged cells, as readers see them. */
function spansOf(table: Node): (row: number, cell: number) => { across: number; down: number } | undefined {
  const data = tableData(table)
  const columns = columnsOf(data).filter(({ id }) => isShown(data, id))
  const merges = (data.cellMerges ?? []) as unknown[]
  if (merges.length === 0) return () => ({ across: 1, down: 1 })
  const records = Object.fromEntries(
    table.children.map(({ attrs }, at) => [attrs.record, { orderIndex: String(at).padStart(6, '0'), values: {} }]),
  )
  const block = { object: 'block', type: 'table', data: { ...data, records } } as Block
  const grid = gridOf(block)
  const spanAt = spans(grid)
  const all = grid.rows.map((row, down) => grid.columns.map((column, across) => spanAt(row, column, { down, across })))
  return (row, cell) => (cell < columns.length ? all[row]?.[cell] : { across: 1, down: 1 })
}

function decorate(table: Node, at: number, isAll: boolean): Decoration[] {
  const data = tableData(table)
  const columns = new Map(columnsOf(data).map((column) => [column.id, column]))
  const spanAt = isAll || isCards(data) ? () => ({ across: 1, down: 1 }) : spansOf(table)
  const { coverDefinition, targetDefinition } = viewOf(data)
  const found: Decoration[] = [Decoration.node(at, at + table.nodeSize, {}, { isAll })]
  table.forEach((row, offset, down) => {
    const start = at + 2 + offset
    row.forEach((cell, inside, across) => {
      const column = columns.get(cell.attrs.column)
      if (!column) return
      const span = spanAt(down, across)
      const role = column.id === coverDefinition ? 'cover' : column.id === targetDefinition ? 'target' : ''
      const isOff = !span || (!isAll && !isShown(data, column.id))
      const classes = [alignOf(column.definition, column.type), role, isOff ? 'off' : '']
      const attributes = {
        class: classes.filter(Boolean).join(' '),
        ...(span && span.across > 1 && { colspan: String(span.across) }),
        ...(span && span.down > 1 && { rowspan: String(span.down) }),
        'data-title': column.type === 'text' || viewOf(data).hideColumnTitle === true ? '' : column.title,
      }
      found.push(
        Decoration.node(start + inside, start + inside + cell.nodeSize, attributes, { definition: column.definition }),
      )
    })
  })
  return found
}

function decorateAll(doc: Node, all: ReadonlySet<string>): DecorationSet {
  const found: Decoration[] = []
  doc.descendants((node, at) => {
    if (node.type.name === 'table') found.push(...decorate(node, at, all.has(String(node.attrs.key))))
    return !node.isTextblock
  })
  return DecorationSet.create(doc, found)
}

/** Whether more than text in a block was changed. */
const changesBlocks = ({ steps, docs }: Transaction): boolean =>
  steps.some((step, at) => {
    if (!(step instanceof ReplaceStep)) return true
    const { from, to, slice } = step
    const isInline = slice.openStart === 0 && slice.content.firstChild?.isBlock !== true
    const $from = docs[at]!.resolve(from)
    return !(isInline && $from.parent.isTextblock && to <= $from.end())
  })

export const showing = (): Plugin<Showing> =>
  new Plugin<Showing>({
    key,
    state: {
      init: (_config, { doc }) => ({ all: new Set(), set: decorateAll(doc, new Set()) }),
      apply(transaction, { all, set }, _before, { doc }) {
        const toggled = transaction.getMeta(key) as string | undefined
        const next = new Set(all)
        if (toggled !== undefined && !next.delete(toggled)) next.add(toggled)
        const isChanged = toggled !== undefined || (transaction.docChanged && changesBlocks(transaction))
        return { all: next, set: isChanged ? decorateAll(doc, next) : set.map(transaction.mapping, doc) }
      },
    },
    props: { decorations: (state) => key.getState(state)?.set },
  })
