// Asks for figures of a site, as rows.
import type { Input } from '../api/operations.ts'
import { useReading } from '../api/store.ts'
import type { Range } from './insights-range.ts'
import type { Located } from './site-frame.tsx'

export const AGGREGATE = 'POST /orgs/:organizationId/sites/:siteId/insights/events/aggregate'
type Question = Input<typeof AGGREGATE>['body']
export type Column = NonNullable<Question['select']>[number]['column']
type EventType = 'page_view' | 'search_type_query' | 'page_post_feedback' | 'link_click' | 'api_client_request'

/** Only events with this value are counted. */
export interface Only {
  column: Column
  value: unknown
  /** What people read. */
  label: string
}

/** What figures are about: a site, and what of it is counted. */
export interface Subject {
  at: Located['at']
  only: readonly Only[]
}

export interface Asked {
  events: EventType
  by?: Column
  interval?: Range['interval']
  counts: readonly Column[]
  limit?: number
}

/** The question about some kind of event, by one dimension, most first. */
export function questionOf(
  only: readonly Only[],
  { from, to }: Range,
  { events, by, interval, counts, limit }: Asked,
): Question {
  const dimension = by && { column: by, ...(interval && { interval }) }
  return {
    range: { from, to },
    where: [
      { column: 'eventType', values: [events] },
      ...only.map(({ column, value }) => ({ column, values: [value] })),
    ],
    select: [...(dimension ? [dimension] : []), ...counts.map((column) => ({ column }))],
    ...(dimension && { groupBy: [dimension] }),
    ...(dimension && !interval && { order: { by: { column: counts[0]! }, direction: 'desc' as const } }),
    ...(limit && { limit }),
  }
}

type Columns = readonly { values: readonly unknown[] }[]

/** One row for each group. */
export const rowsIn = (columns: Columns): unknown[][] =>
  (columns[0]?.values ?? []).map((_, row) => columns.map(({ values }) => values[row]))

export function useFigures({ at, only }: Subject, range: Range, asked: Asked) {
  const reading = useReading(AGGREGATE, { ...at, body: questionOf(only, range, asked) }).value
  return { reading, rows: rowsIn(reading.value?.columns ?? []) }
}
