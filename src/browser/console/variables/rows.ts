// Variables as rows that can be typed in, and back.
export type Value = string | number | boolean
export type Kind = 'text' | 'number' | 'flag'

export interface VariableRow {
  /** Stays while the name is typed. */
  key: number
  name: string
  kind: Kind
  text: string
}

let keys = 0

export const emptyRow = (): VariableRow => ({ key: keys++, name: '', kind: 'text', text: '' })

export const rowsOf = (variables: Record<string, Value>): VariableRow[] =>
  Object.entries(variables).map(([name, value]) => ({ key: keys++, name, kind: kindOf(value), text: String(value) }))

const kindOf = (value: Value): Kind =>
  typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'flag' : 'text'

export const isName = (name: string): boolean => /^[\p{L}_$][\p{L}\p{N}_$-]{0,63}$/u.test(name)

/** What is wrong with a row: its name, its value, or that another has the name. */
export function faultOf(row: VariableRow, rows: readonly VariableRow[]): 'name' | 'number' | 'twice' | undefined {
  if (!isName(row.name)) return 'name'
  if (row.kind === 'number' && (row.text.trim() === '' || !Number.isFinite(Number(row.text)))) return 'number'
  return rows.some((other) => other.key !== row.key && other.name === row.name) ? 'twice' : undefined
}

export const valuesOf = (rows: readonly VariableRow[]): Record<string, Value> =>
  Object.fromEntries(
    rows.map(({ name, kind, text }) => [
      name,
      kind === 'number' ? Number(text) : kind === 'flag' ? text === 'true' : text,
    ]),
  )
