// The data of a table: its columns and how it is shown.
import type { Node } from 'prosemirror-model'
import { dataIn, isSet, textIn, textsIn } from '../../../render/fields.ts'

export type Data = Record<string, unknown>

export interface Option {
  value: string
  label: string
  color: string
}

export interface Column {
  id: string
  title: string
  type: string
  definition: Data
}

export const tableData = (table: Node): Data => (table.attrs.data as Data | null) ?? {}

export const viewOf = (data: Data): Data => dataIn(data, 'view')
export const isCards = (data: Data): boolean => viewOf(data).type === 'cards'

const definitionsOf = (data: Data): Data => dataIn(data, 'definition')

/** Those that are shown, in their order, and then the others. */
export function columnIds(data: Data): string[] {
  const all = Object.keys(definitionsOf(data)).filter((id) => isSet(definitionsOf(data)[id]))
  const shown = [...new Set(textsIn(viewOf(data).columns))].filter((id) => all.includes(id))
  return [...shown, ...all.filter((id) => !shown.includes(id))]
}

export function columnOf(data: Data, id: string): Column {
  const definition = dataIn(definitionsOf(data), id)
  return { id, title: textIn(definition, 'title') ?? '', type: textIn(definition, 'type') ?? 'text', definition }
}

export const columnsOf = (data: Data): Column[] => columnIds(data).map((id) => columnOf(data, id))

export const isShown = (data: Data, id: string): boolean => textsIn(viewOf(data).columns).includes(id)

export const optionsOf = ({ definition: { options } }: Column): Option[] =>
  (Array.isArray(options) ? options : []).filter(isSet).map((option) => ({
    value: textIn(option, 'value') ?? '',
    label: textIn(option, 'label') ?? '',
    color: textIn(option, 'color') ?? '',
  }))

/** What a column of a type needs besides its title. */
const NEEDS: Record<string, Data> = {
  text: { textAlignment: 'left' },
  users: { multiple: true },
  rating: { max: 5 },
  select: { multiple: false, options: [] },
}

export const COLUMN_TYPES = [
  'text',
  'number',
  'checkbox',
  'select',
  'rating',
  'files',
  'users',
  'content-ref',
  'image',
] as const

export const definitionOf = (id: string, title: string, type: string): Data => ({ id, title, type, ...NEEDS[type] })

const withView = (data: Data, view: Data): Data => ({ ...data, view: { ...viewOf(data), ...view } })

/** `at` counts the shown columns. */
export function addColumn(data: Data, definition: Data, at: number): Data {
  const id = String(definition.id)
  const shown = textsIn(viewOf(data).columns)
  const columns = [...shown.slice(0, at), id, ...shown.slice(at)]
  return withView({ ...data, definition: { ...definitionsOf(data), [id]: definition } }, { columns })
}

const ROLES = ['targetDefinition', 'coverDefinition', 'coverDefinitionDark']

export function removeColumn(data: Data, id: string): Data {
  const { [id]: _, ...definition } = definitionsOf(data)
  const { columnWidths, ...view } = viewOf(data)
  const { [id]: __, ...widths } = isSet(columnWidths) ? columnWidths : {}
  const kept = Object.fromEntries(
    Object.entries(view).filter(([name, value]) => !(ROLES.includes(name) && value === id)),
  )
  const columns = textsIn(view.columns).filter((each) => each !== id)
  const { cellMerges, ...rest } = data
  const merges = withoutColumn(cellMerges, id)
  return {
    ...rest,
    ...(merges && { cellMerges: merges }),
    definition,
    view: { ...kept, columns, ...(isSet(columnWidths) && { columnWidths: widths }) },
  }
}

const withoutColumn = (merges: unknown, id: string): unknown[] | undefined =>
  Array.isArray(merges)
    ? merges.filter((merge) => !(isSet(merge) && isSet(merge.anchor) && merge.anchor.column === id))
    : undefined

export function moveColumn(data: Data, id: string, by: -1 | 1): Data {
  const columns = textsIn(viewOf(data).columns)
  const at = columns.indexOf(id)
  const to = at + by
  if (at < 0 || to < 0 || to >= columns.length) return data
  const moved = columns.with(at, columns[to]!).with(to, id)
  return withView(data, { columns: moved })
}

export function setColumn(data: Data, id: string, fields: Data): Data {
  const definition = Object.fromEntries(
    Object.entries({ ...dataIn(definitionsOf(data), id), ...fields }).filter(([, value]) => value !== undefined),
  )
  return { ...data, definition: { ...definitionsOf(data), [id]: definition } }
}

export function showColumn(data: Data, id: string, isVisible: boolean): Data {
  const columns = textsIn(viewOf(data).columns).filter((each) => each !== id)
  return withView(data, { columns: isVisible ? [...columns, id] : columns })
}

/** How the table is shown. What another view has is left out. */
export function setView(data: Data, view: Data): Data {
  const { type } = view
  const columns = textsIn(viewOf(data).columns)
  const {
    cardSize: _size,
    targetDefinition: _target,
    coverDefinition: _cover,
    coverDefinitionDark: _dark,
    ...rest
  } = viewOf(data)
  const { hideColumnTitle: _titles, hideHeader: _head, ...others } = rest
  const set = Object.fromEntries(Object.entries(view).filter(([, value]) => value !== undefined && value !== ''))
  const base = type === 'cards' ? { cardSize: 'medium' } : { hideHeader: false }
  return { ...data, view: { ...others, ...base, ...set, columns } }
}

/** A table with columns of text. */
export const textColumns = (titles: readonly string[]): Data =>
  titles.reduce<Data>((data, title, at) => addColumn(data, definitionOf(`c${at + 1}`, title, 'text'), at), {
    view: { type: 'grid', columns: [], hideHeader: false },
    definition: {},
  })
