// The attributes of a block that changed, by name.

import type { Block } from '../document.ts'
import { isEqual, ownField } from '../objects.ts'
import type { AttributeChange } from './change.ts'
import type { Segment } from './comparison.ts'

export function attributeChanges(before: Block, after: Block): AttributeChange[] {
  const changes: AttributeChange[] = []
  if (before.type !== after.type) changes.push({ name: 'type', before: before.type, after: after.type })
  if (after.type === 'table') return [...changes, ...columnChanges(before, after)]
  return [...changes, ...fieldChanges(before.data ?? {}, after.data ?? {})]
}

function fieldChanges(before: object, after: object): AttributeChange[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name) => {
    const [old, now] = [ownField(before, name), ownField(after, name)]
    return isEqual(old, now) ? [] : [sides(name, old, now)]
  })
}

function columnChanges(before: Block, after: Block): AttributeChange[] {
  const [old, now] = [columnsOf(before), columnsOf(after)]
  const ids = new Set([...old.keys(), ...now.keys()])
  const columns = [...ids].flatMap((id) => {
    const [left, right] = [old.get(id), now.get(id)]
    return isEqual(left, right) ? [] : [sides('column', left && titleOf(left), right && titleOf(right))]
  })
  return isEqual(before.data?.view, after.data?.view) ? columns : [...columns, { name: 'view' }]
}

const columnsOf = ({ data }: Block): Map<string, unknown> => {
  const definition = data?.definition
  return new Map(typeof definition === 'object' && definition !== null ? Object.entries(definition) : [])
}

const titleOf = (column: unknown): string => String((column as { title?: unknown } | null)?.title ?? '')

/** The links whose words stayed and that lead elsewhere now. */
export function linkChanges(segments: readonly Segment[]): AttributeChange[] {
  const found: AttributeChange[] = []
  for (const { kind, before, after } of segments) {
    if (kind !== 'restyled') continue
    for (const [at, token] of after.entries()) {
      const change = sides('link', linkOf(before[at]), linkOf(token))
      if (!isEqual(change.before, change.after) && !isEqual(found.at(-1), change)) found.push(change)
    }
  }
  return found
}

const linkOf = (token: Segment['after'][number] | undefined): unknown =>
  token?.path.find(({ shell }) => shell.type === 'link')?.shell.data?.ref

const sides = (name: string, before: unknown, after: unknown): AttributeChange => ({
  name,
  ...(before !== undefined && { before }),
  ...(after !== undefined && { after }),
})
