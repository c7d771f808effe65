import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
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

/** The same names can be about another page a moment later: what runs is what the place said last. */
export function useActions(own: readonly Action[]): void {
  const latest = useRef(own)
  latest.current = own
  useEffect(() => {
    const listed = own.map((action, at) => ({ ...action, run: () => latest.current[at]?.run() }))
    actions.value = [...listed, ...actions.peek()]
    return () => {
      actions.value = actions.peek().filter((action) => !listed.includes(action))
    }
  }, [own.map(({ label }) => label).join()])
}
