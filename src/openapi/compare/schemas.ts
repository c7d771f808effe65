// Finds the breaking changes between two schemas. A schema of requests may become wider, and one of responses narrower,
// but not the reverse. Removed values, fields and alternatives break both.
import type { Budget, Resolve } from './references.ts'
import { type ObjectShape, type Shape, shapeOf } from './shape.ts'

const MAX_DEPTH = 100

export interface Walk {
  before: Resolve
  after: Resolve
  /** True for values that clients send, false for values they receive. */
  isSent: boolean
  /** Compared pairs: schemas may be recursive. */
  seen: Map<unknown, Set<unknown>>
  budget: Budget
  /** The nesting depth of the current schema. */
  depth: number
  report(where: string, what: string): void
}

export function compareSchemas(before: unknown, after: unknown, where: string, walk: Walk): void {
  if (before === undefined || isTooMuch(walk) || isSeen(before, after, walk)) return
  const one = shapeOf(before, walk.before, walk.budget)
  const other = shapeOf(after, walk.after, walk.budget)
  if (walk.budget.isExceeded || !compareKinds(one, other, where, walk)) return
  compareValues(one, other, where, walk)
  const inner = { ...walk, depth: walk.depth + 1 }
  compareObjects(one.objects, other.objects, where, inner)
  one.lists.forEach((items, index) => {
    compareSchemas(items, other.lists[index] ?? other.lists[0] ?? {}, `${where}[]`, inner)
  })
}

function isTooMuch({ budget, depth }: Walk): boolean {
  const is = budget.left <= 0 || depth > MAX_DEPTH
  budget.isExceeded ||= is
  return is
}

function isSeen(before: unknown, after: unknown, { seen, before: resolve, after: resolveAfter }: Walk): boolean {
  const [one, other] = [resolve(before), resolveAfter(after)]
  const known = seen.get(one) ?? new Set()
  if (known.has(other)) return true
  seen.set(one, known.add(other))
  return false
}

const admits = ({ isAnything, kinds }: Shape, kind: string): boolean =>
  isAnything || kinds.has(kind) || (kind === 'integer' && kinds.has('number'))

/** Returns true if the comparison should go deeper. */
function compareKinds(before: Shape, after: Shape, where: string, { isSent, report }: Walk): boolean {
  const [inner, outer] = isSent ? [before, after] : [after, before]
  const isWithin = inner.isAnything ? outer.isAnything : [...inner.kinds.keys()].every((kind) => admits(outer, kind))
  if (!isWithin) report(where, `has the type ${say(after)} instead of ${say(before)}`)
  return isWithin
}

const say = ({ isAnything, kinds }: Shape): string => (isAnything ? 'anything' : [...kinds.keys()].sort().join(' or '))

function compareValues(before: Shape, after: Shape, where: string, walk: Walk): void {
  for (const [kind, values] of before.kinds) {
    const left = after.kinds.get(kind)
    walk.budget.left -= values?.size ?? 0
    if (!left) continue
    const gone = [...(values ?? [])].filter((value) => !left.has(value))
    if (gone.length > 0)
      walk.report(where, `no longer has ${gone.length > 1 ? 'the values' : 'the value'} ${gone.join(', ')}`)
    if (!values && walk.isSent) walk.report(where, `is limited to ${[...left].join(', ')}`)
  }
}

function compareObjects(before: ObjectShape[], after: ObjectShape[], where: string, walk: Walk): void {
  if (after.length === 0) return
  const isSingle = before.length === 1 && after.length === 1
  const keyOf = ({ key }: ObjectShape) => (isSingle ? '' : key)
  const left = groupBy(after, keyOf)
  for (const one of before) {
    const other = left.get(keyOf(one))?.shift()
    const at = keyOf(one) ? `${where}<${one.key}>` : where
    if (other) compareFields(one, other, at, walk)
    else walk.report(where, `no longer has the alternative ${one.key || 'without a constant'}`)
  }
}

function groupBy<T>(list: T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of list) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

function compareFields(before: ObjectShape, after: ObjectShape, where: string, walk: Walk): void {
  for (const [name, schema] of Object.entries(before.properties)) {
    const at = `${where}.${name}`
    walk.budget.left--
    if (!Object.hasOwn(after.properties, name)) walk.report(at, 'is gone')
    else {
      compareSchemas(schema, after.properties[name], at, walk)
      if (!walk.isSent && before.required.has(name) && !after.required.has(name)) walk.report(at, 'may be left out')
    }
  }
  if (!walk.isSent) return
  for (const name of after.required) if (!before.required.has(name)) walk.report(`${where}.${name}`, 'is required')
}
