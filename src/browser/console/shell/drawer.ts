import { signal } from '@preact/signals'
import { isRailHidden } from '../person.ts'

/** On small screens, the rail is a drawer. */
export const isDrawerOpen = signal(false)

/** Brings the rail back, or opens the drawer. */
export function showRail(): void {
  isRailHidden.value = false
  isDrawerOpen.value = matchMedia('(max-width: 72rem)').matches
}
