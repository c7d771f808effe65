// An overlay of edits on a stored map: a sorted map whose values can also be "removed".

import type { Json } from '../objects.ts'
import { type Entry, lowerBound } from '../ordered-map/node.ts'
import type { Edit } from '../ordered-map/write.ts'

/** More new keys are sorted together with the others, fewer are put in their places. */
const MAX_SPLICED = 20

export class Overlay {
  private readonly values = new Map<string, Json | undefined>()
  private sorted: [string, null][] = []
  /** Keys not sorted yet: thousands of edits are sorted once, when somebody asks. */
  private readonly added: string[] = []
  /** The number of removed keys; an upper bound of the stored entries that are hidden. */
  removals = 0

  set(key: string, value: Json | undefined): void {
    if (!this.values.has(key)) this.added.push(key)
    else if (this.values.get(key) === undefined) this.removals--
    if (value === undefined) this.removals++
    this.values.set(key, value)
  }

  private get keys(): readonly [string, null][] {
    if (this.added.length > MAX_SPLICED) {
      for (const key of this.added) this.sorted.push([key, null])
      this.sorted.sort(([a], [b]) => (a < b ? -1 : 1))
    } else for (const key of this.added) this.sorted.splice(lowerBound(this.sorted, key), 0, [key, null])
    this.added.length = 0
    return this.sorted
  }

  has(key: string): boolean {
    return this.values.has(key)
  }

  get(key: string): Json | undefined {
    return this.values.get(key)
  }

  entries(): Iterable<Edit> {
    return this.values
  }

  /** True if a key between `from` (inclusive) and `to` (exclusive) is edited. */
  touches(from: string, to: string): boolean {
    return lowerBound(this.keys, from) < lowerBound(this.keys, to)
  }

  /** The edits from `from` to `to`, sorted by key. */
  within(from: string, to: string): Edit[] {
    return [...this.walk(from, to, false)]
  }

  /** Merges the edits from `from` to `to` into `stored`, in the requested order, up to `limit` entries. */
  mergeInto(stored: readonly Entry[], from: string, to: string, limit: number, reverse = false): Entry[] {
    const merged: Entry[] = []
    const edits = this.walk(from, to, reverse)
    let edit = edits.next()
    let at = 0
    while (merged.length < limit && !(edit.done && at >= stored.length)) {
      const entry = stored[at]
      const before = !edit.done && (!entry || edit.value[0] === entry[0] || edit.value[0] < entry[0] !== reverse)
      const chosen: Edit = before ? edit.value! : entry!
      if (entry?.[0] === chosen[0]) at++
      if (before) edit = edits.next()
      if (chosen[1] !== undefined) merged.push(chosen as Entry)
    }
    return merged
  }

  private *walk(from: string, to: string, reverse: boolean): Generator<Edit, undefined> {
    const start = lowerBound(this.keys, from)
    const end = lowerBound(this.keys, to)
    for (let step = 0; step < end - start; step++) {
      const key = this.keys[reverse ? end - 1 - step : start + step]![0]
      yield [key, this.values.get(key)]
    }
  }
}
