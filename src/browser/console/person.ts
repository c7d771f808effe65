// What the console remembers of a person in this browser.
import { effect, signal } from '@preact/signals'

/** A value that stays after a reload. Without storage, it lasts as long as the page. */
function kept<T>(name: string, initial: T) {
  const key = `lectern.${name}`
  const state = signal<T>(initial)
  try {
    const known = localStorage.getItem(key)
    if (known !== null) state.value = JSON.parse(known)
    effect(() => localStorage.setItem(key, JSON.stringify(state.value)))
  } catch {
    // Storage is off, or holds what is no JSON.
  }
  return state
}

export const isRailHidden = kept('rail-hidden', false)
export const lastOrganization = kept<string | null>('organization', null)
/** The collections that are closed in the rail. */
export const closedCollections = kept<string[]>('closed-collections', [])
