import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { IconName } from '../../ui/icons.ts'

export const isPaletteOpen = signal(false)

export interface Action {
  label: string
  icon: IconName
  /** The keys that do the same. */
  keys?: string
  run(): void
}

/** The actions of the place that is shown, for the palette. */
export const actions = signal<readonly Action[]>([])

export function useActions(own: readonly Action[]): void {
  useEffect(() => {
    actions.value = [...own, ...actions.peek()]
    return () => {
      actions.value = actions.peek().filter((action) => !own.includes(action))
    }
  }, [own.map(({ label }) => label).join()])
}
