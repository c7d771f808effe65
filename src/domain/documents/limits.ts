// Limits on nesting and table cells, checked without recursion before anything walks a document. For the total size,
// see `engine/size.ts`.
import type { Issue } from '../../errors.ts'

/** The maximum depth of nodes. */
export const MAX_NESTING = 200
/** The maximum number of cells in a table, including empty ones. */
export const MAX_CELLS = 20_000

interface PendingNode {
  value: unknown
  path: string
  depth: number
}

/** The first node that exceeds a limit. The value need not be a valid document. */
export function findExceededLimit(document: unknown): Issue | undefined {
  const waiting: PendingNode[] = [{ value: document, path: '', depth: 0 }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, path, depth } = next
    if (typeof value !== 'object' || value === null) continue
    if (depth > MAX_NESTING) return { path, message: `must not be nested deeper than ${MAX_NESTING} nodes` }
    if (countCells(value) > MAX_CELLS) return { path, message: `must not have more than ${MAX_CELLS} cells` }
    for (const field of ['fragments', 'nodes'])
      for (const child of childrenIn(value as Record<string, unknown>, field, next)) waiting.push(child)
  }
  return undefined
}

function childrenIn(value: Record<string, unknown>, field: string, { path, depth }: PendingNode): PendingNode[] {
  const list = value[field]
  if (!Array.isArray(list)) return []
  const start = path === '' ? field : `${path}.${field}`
  return list.map((child, index) => ({ value: child, path: `${start}.${index}`, depth: depth + 1 }))
}

function countCells(value: object): number {
  if (!('data' in value) || typeof value.data !== 'object' || value.data === null) return 0
  const { definition, records } = value.data as { definition?: unknown; records?: unknown }
  return keysOf(definition) * keysOf(records)
}

const keysOf = (value: unknown): number => (typeof value === 'object' && value !== null ? Object.keys(value).length : 0)
