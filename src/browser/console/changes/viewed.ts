// What of a change request the person has viewed, in this browser. A mark falls when the page changes again.
import { signal } from '@preact/signals'
import type { Changed } from './semantic.ts'

/** The state of each page when it was marked, by name. */
type Viewed = Record<string, string>

const MAX_KEPT = 50
const KEY = 'lectern.viewed'

const kept = signal<Record<string, Viewed>>(read())

function read(): Record<string, Viewed> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}')
  } catch {
    return {}
  }
}

const nameOf = ({ kind, id }: Changed): string => `${kind} ${id}`

/** `scope` is the change request. */
export const isViewed = (scope: string, changed: Changed): boolean =>
  kept.value[scope]?.[nameOf(changed)] === changed.state

export function setViewed(scope: string, changed: Changed, isNow: boolean): void {
  const { [scope]: own = {}, ...others } = kept.value
  const { [nameOf(changed)]: _, ...rest } = own
  const next = isNow ? { ...rest, [nameOf(changed)]: changed.state } : rest
  // The latest is the last; the oldest are forgotten.
  kept.value = Object.fromEntries([...Object.entries(others).slice(1 - MAX_KEPT), [scope, next]])
  try {
    localStorage.setItem(KEY, JSON.stringify(kept.value))
  } catch {
    // Without storage, it lasts as long as the page.
  }
}
