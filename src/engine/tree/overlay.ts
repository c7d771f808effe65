// Edits that lie over a stored map until it is written: a sorted map in which a value may also be "removed".

import type { Json } from '../objects.ts'
import { type Entry, lowerBound } from '../ordered-map/node.ts'
import type { Edit } from '../ordered-map/write.ts'

export class Overlay {
  private readonly values = new Map<string, Json | undefined>()
  private readonly keys: [string, null][] = []
  /** How many keys are removed: no more stored entries than these are hidden. */
  removals = 0

  set(key: string, value: Json | undefined): void {
    if (!this.values.has(key)) this.keys.splice(lowerBound(this.keys, key), 0, [key, null])
    else if (this.values.get(key) === undefined) this.removals--
    if (value === undefined) this.removals++
    this.values.set(key, value)
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

  /** True when an edited key lies between `from` (included) and `to` (excluded). */
  touches(from: string, to: string): boolean {
    return lowerBound(this.keys, from) < lowerBound(this.keys, to)
  }

  /** Lays the edits from `from` up to `to` over `stored` (in the order asked for): at most `limit` entries. */
  layOver(stored: readonly Entry[], from: string, to: string, limit: number, reverse = false): Entry[] {
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
