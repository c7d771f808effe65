// One table of all figures, with their floors and what the other server did. It is markdown, for docs/PERFORMANCE.md.
import type { Figure } from './compare.ts'
import type { DatabaseName } from './databases.ts'
import type { Row } from './rows.ts'

export interface Result {
  row: Row
  figure: Figure
  /** It missed its floor the first time. */
  isSecond: boolean
}

/** What people feel comes first. */
const UNITS: Row['unit'][] = ['ms', 'MB', 'a second', 'ratio', 'times']

export type Results = Partial<Record<DatabaseName, Result[]>>

export function isMissed({ floor, unit }: Row, { value }: Figure, name: DatabaseName): boolean {
  if (!floor) return false
  return unit === 'ratio' || unit === 'a second' ? value < floor[name] : value > floor[name]
}

export function listMisses(results: Results): string[] {
  return (Object.entries(results) as [DatabaseName, Result[]][]).flatMap(([name, rows]) =>
    rows
      .filter(({ row, figure }) => isMissed(row, figure, name))
      .map(
        ({ row, figure }) => `${name}, ${row.name}: ${show(row, figure.value)}, and twice not ${showFloor(row, name)}.`,
      ),
  )
}

export function toTable(results: Results): string {
  const names = Object.keys(results) as DatabaseName[]
  const head = ['', ...names.flatMap((name) => [name, 'floor', 'other server'])]
  const lines = results[names[0]!]!.map(({ row }, at) => ({
    order: UNITS.indexOf(row.unit),
    cells: [row.name, ...names.flatMap((name) => toCells(results[name]![at]!, name))],
  }))
  const sorted = lines.sort((a, b) => a.order - b.order).map(({ cells }) => cells)
  const rule = head.map((_, at) => (at === 0 ? '---' : '---:'))
  return [head, rule, ...sorted].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function toCells({ row, figure, isSecond }: Result, name: DatabaseName): string[] {
  const { value, processor, bareRate, bareProcessor } = figure
  const time = (microseconds: number | undefined) => (microseconds ? `, ${Math.round(microseconds)} µs` : '')
  const marks = (isSecond ? ' ²' : '') + (isMissed(row, figure, name) ? ' ✗' : '')
  return [
    show(row, value) + time(processor) + marks,
    showFloor(row, name),
    bareRate ? `${Math.round(bareRate)} a second${time(bareProcessor)}` : '',
  ]
}

const showFloor = (row: Row, name: DatabaseName): string => {
  if (!row.floor) return ''
  const isLeast = row.unit === 'ratio' || row.unit === 'a second'
  return `${isLeast ? '≥' : '≤'} ${row.floor[name]}`
}

function show({ unit }: Row, value: number): string {
  if (unit === 'ratio') return value.toFixed(2)
  if (unit === 'times') return `${value.toFixed(2)} ×`
  if (unit === 'a second') return `${Math.round(value)} a second`
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`
}
