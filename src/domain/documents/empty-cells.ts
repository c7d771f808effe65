// Empty table cells. They are stored without a value but presented with an empty one, because renderers do not check
// for absence.
import type { Block } from '../../engine/document.ts'
import { isEqual } from '../../engine/objects.ts'

interface Row {
  values?: Record<string, unknown>
}

interface Table {
  definition?: Record<string, { type?: string } | null> | null
  records?: Record<string, Row>
}

/** The empty value by column type; other types need none. An empty image is a file that does not exist. */
const EMPTY: Record<string, unknown> = {
  select: [],
  files: [],
  users: [],
  number: '',
  image: { kind: 'file', file: '' },
}

/** Adds empty values to cells that need one. */
export function withEmptyCells(table: Block): Block {
  const { definition } = (table.data ?? {}) as Table
  const empty = Object.entries(definition ?? {}).flatMap(([column, defined]): [string, unknown][] => {
    const value = emptyOf(defined?.type)
    return value === undefined ? [] : [[column, value]]
  })
  if (empty.length === 0) return table
  return mapValues(table, (values) => {
    const missing = empty.filter(([column]) => values[column] === undefined || values[column] === null)
    return missing.length === 0 ? values : { ...values, ...Object.fromEntries(missing) }
  })
}

/** Removes empty values, so that a document read and written back is unchanged. */
export function withoutEmptyCells(table: Block): Block {
  const { definition } = (table.data ?? {}) as Table
  const isEmpty = ([column, value]: [string, unknown]) => {
    const empty = emptyOf(definition?.[column]?.type)
    return empty !== undefined && (value === null || isEqual(value, empty))
  }
  return mapValues(table, (values) =>
    Object.entries(values).some(isEmpty)
      ? Object.fromEntries(Object.entries(values).filter((entry) => !isEmpty(entry)))
      : values,
  )
}

const emptyOf = (type: unknown) => (Object.hasOwn(EMPTY, String(type)) ? EMPTY[String(type)] : undefined)

function mapValues(table: Block, change: (values: Record<string, unknown>) => Record<string, unknown>): Block {
  const { records } = (table.data ?? {}) as Table
  if (!records) return table
  const changed = Object.entries(records).map(([id, record]) => [
    id,
    { ...record, values: change(record.values ?? {}) },
  ])
  return { ...table, data: { ...table.data, records: Object.fromEntries(changed) } }
}
