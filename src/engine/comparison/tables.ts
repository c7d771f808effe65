// A table with the rows of both versions, and the cells that changed.

import type { Block } from '../document.ts'
import { isEqual, ownField } from '../objects.ts'
import { type Change, withChange } from './change.ts'
import type { View } from './comparison.ts'
import { interleave } from './interleave.ts'

interface Sides {
  before: Block
  after: Block
  view: View
}

type Records = Record<string, Record<string, unknown>>

/** `shown` has the fragments of the view already. */
export function mergeTable(shown: Block, { before, after, view }: Sides, change: Change | undefined): Block {
  const [old, now] = [recordsOf(before), recordsOf(after)]
  const order = interleave(inOrder(old), inOrder(now), (id) => (Object.hasOwn(old, id) ? id : undefined))
  const rows = new Map<string, 'added' | 'removed'>()
  const cells = new Map<string, ReadonlyMap<string, unknown>>()
  const ids: string[] = []
  for (const placed of order) {
    const id = placed.at === 'before' ? placed.before : placed.after
    const isMoved = placed.at !== 'both' && Object.hasOwn(old, id) && Object.hasOwn(now, id)
    // A row that moved stands where it is now, in its own version where it was.
    if (isMoved && (placed.at === 'before') !== (view === 'before')) continue
    if (placed.at === 'before' && view === 'after') continue
    if (placed.at === 'after' && view === 'before') continue
    ids.push(id)
    if (placed.at === 'before' && !isMoved) rows.set(id, 'removed')
    else if (placed.at === 'after' && !isMoved) rows.set(id, 'added')
    else {
      const changed = changedCells(old[id]!, now[id]!)
      if (changed.size > 0) cells.set(id, changed)
    }
  }
  const digits = `${ids.length}`.length
  const records = Object.fromEntries(
    ids.map((id, at) => {
      const record = (view === 'before' ? old : { ...old, ...now })[id]!
      return [id, { ...record, orderIndex: `${at}`.padStart(digits, '0') }]
    }),
  )
  const table: Block = { ...shown, data: { ...shown.data, records } }
  // In one version alone, what was or will be in a cell is on the other side.
  const found = { ...(rows.size > 0 && { rows }), ...(cells.size > 0 && view === 'both' && { cells }) }
  return withChange(table, { kind: 'edited', ...change, ...found })
}

const recordsOf = ({ data }: Block): Records => {
  const records = data?.records
  return typeof records === 'object' && records !== null ? (records as Records) : {}
}

const inOrder = (records: Records): string[] => {
  const orderOf = (id: string) => String(records[id]?.orderIndex)
  return Object.keys(records).sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : orderOf(a) > orderOf(b) ? 1 : 0))
}

/** The former values by column. */
function changedCells(before: Record<string, unknown>, after: Record<string, unknown>): Map<string, unknown> {
  const [old, now] = [valuesOf(before), valuesOf(after)]
  const columns = new Set([...Object.keys(old), ...Object.keys(now)])
  return new Map(
    [...columns].flatMap((column): [string, unknown][] => {
      const was = ownField(old, column)
      return isEqual(was, ownField(now, column)) ? [] : [[column, was]]
    }),
  )
}

const valuesOf = ({ values }: Record<string, unknown>): object =>
  typeof values === 'object' && values !== null ? values : {}
