// Aggregates events by dimensions, one event at a time.
import { invalid } from '../../errors.ts'
import { DIMENSIONS, valuesOf } from './dimensions.ts'
import type { Aggregation, Column, Count, Dimension, Filter, StoredEvent } from './schemas.ts'

interface Group {
  values: unknown[]
  events: number
  sessions: Set<string>
  visitors: Set<string>
  feedback: { ok: number; good: number; bad: number }
  answers: { positive: number; negative: number }
}

const COUNTS: Record<Count, (group: Group) => unknown> = {
  eventsCount: ({ events }) => events,
  sessionsCount: ({ sessions }) => sessions.size,
  visitorsCount: ({ visitors }) => visitors.size,
  pageFeedbackRating: ({ feedback }) => feedback,
  askResponseRating: ({ answers }) => answers,
}

const isDimension = ({ column }: { column: string }): boolean => Object.hasOwn(DIMENSIONS, column)
const keyOf = ({ column, interval, claim }: Column) => JSON.stringify([column, interval, claim])
const parameterOf = ({ interval, claim }: Column) => interval ?? claim

/** Bounds the memory of one aggregation. */
const MAX_GROUPS = 100_000

export interface Aggregator {
  add(event: StoredEvent): void
  result(): { column: Column['column']; claim?: string | undefined; values: unknown[] }[]
}

export function aggregate({ select, where = [], groupBy = [], order, limit = 1000 }: Aggregation): Aggregator {
  const shown = select ?? [...groupBy, { column: 'eventsCount' as const }]
  const by = distinct([...groupBy, ...shown, ...(order ? [order.by] : [])].filter(isDimension))
  for (const { column, claim } of [...by, ...where])
    if (column === 'visitorClaim' && claim === undefined) throw invalid({ path: 'claim', message: 'is required' })
  const before = where.filter(isDimension)
  const after = where.filter((filter) => !isDimension(filter))
  const groups = new Map<string, Group>()
  return {
    add(event) {
      if (!before.every((filter) => passes(filter, dimensionOf(filter, event)))) return
      for (const values of combinations(by.map((column) => dimensionOf(column, event)))) count(groups, values, event)
    },
    result() {
      const valueIn = (group: Group, column: Column) =>
        isDimension(column)
          ? group.values[by.findIndex((other) => keyOf(other) === keyOf(column))]
          : COUNTS[column.column as Count](group)
      const kept = [...groups.values()].filter((group) =>
        after.every((filter) => passes(filter, [valueIn(group, filter)])),
      )
      const sorted = order ? kept.sort(comparing((group) => valueIn(group, order.by), order.direction)) : kept
      const rows = sorted.slice(0, limit)
      return shown.map((column) => ({
        column: column.column,
        claim: column.claim,
        values: rows.map((group) => valueIn(group, column)),
      }))
    },
  }
}

const distinct = (columns: readonly Column[]): Column[] => [
  ...new Map(columns.map((column) => [keyOf(column), column])).values(),
]

const dimensionOf = (column: Column, event: StoredEvent): unknown[] =>
  valuesOf(column.column as Dimension, event, parameterOf(column))

const combinations = (lists: readonly unknown[][]): unknown[][] =>
  lists.reduce<unknown[][]>((all, values) => all.flatMap((so) => values.map((value) => [...so, value])), [[]])

function count(groups: Map<string, Group>, values: unknown[], event: StoredEvent): void {
  const { type, session_id, visitor_id, data } = event
  const key = JSON.stringify(values)
  const group = groups.get(key) ?? empty(values)
  if (!groups.has(key) && groups.size >= MAX_GROUPS)
    throw invalid({ path: 'groupBy', message: `results in more than ${MAX_GROUPS} groups: choose a shorter range` })
  groups.set(key, group)
  group.events++
  group.sessions.add(session_id)
  group.visitors.add(visitor_id)
  // A comment repeats the rating that was sent before it.
  if (type === 'page_post_feedback' && data.feedback) group.feedback[data.feedback.rating]++
  if (data.rating) group.answers[data.rating > 0 ? 'positive' : 'negative']++
}

const empty = (values: unknown[]): Group => ({
  values,
  events: 0,
  sessions: new Set(),
  visitors: new Set(),
  feedback: { ok: 0, good: 0, bad: 0 },
  answers: { positive: 0, negative: 0 },
})

function passes({ operator = 'in', values: wanted }: Filter, values: readonly unknown[]): boolean {
  const texts = wanted.map((value) => JSON.stringify(value))
  const isWanted = (value: unknown) => texts.includes(JSON.stringify(value))
  if (operator === 'in') return values.some(isWanted)
  if (operator === 'notIn') return !values.some(isWanted)
  return values.some((value) => wanted.every((other) => COMPARED[operator](compare(value, other))))
}

const COMPARED = {
  greaterThan: (order: number) => order > 0,
  greaterThanOrEqual: (order: number) => order >= 0,
  lessThan: (order: number) => order < 0,
  lessThanOrEqual: (order: number) => order <= 0,
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  const [a, b] = [one, other].map((value) => (typeof value === 'string' ? value : JSON.stringify(value ?? null)))
  return a! < b! ? -1 : Number(a! > b!)
}

const comparing =
  (read: (group: Group) => unknown, direction: 'asc' | 'desc') =>
  (one: Group, other: Group): number =>
    (direction === 'asc' ? 1 : -1) * compare(read(one), read(other))
