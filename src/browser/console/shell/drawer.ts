import { signal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'
import { useCover } from '../../ui/cover.ts'
import { isRailHidden } from '../person.ts'

const NARROW = '(max-width: 72rem)'

/** On small screens, the rail is a drawer. */
export const isDrawerOpen = signal(false)

export function closeDrawer(): void {
  isDrawerOpen.value = false
}

/** Brings the rail back, or opens the drawer. */
export function showRail(): void {
  isRailHidden.value = false
  isDrawerOpen.value = matchMedia(NARROW).matches
}

/** The drawer has the focus until it is closed. On a screen that became large, the rail covers nothing. */
export function useDrawer(rail: RefObject<HTMLElement | null>): void {
  useCover({
    isOpen: isDrawerOpen.value,
    element: rail,
    first: () => rail.current?.querySelector<HTMLElement>('.shut'),
    close: closeDrawer,
  })
  useEffect(() => {
    const narrow = matchMedia(NARROW)
    narrow.addEventListener('change', closeDrawer)
    return () => narrow.removeEventListener('change', closeDrawer)
  }, [])
}
