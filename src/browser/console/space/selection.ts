// Several pages of the tree at once: Ctrl and a click adds one, Shift takes everything between.
import { useRef, useState } from 'preact/hooks'

export interface Selection {
  ids: ReadonlySet<string>
  toggle(id: string): void
  /** Everything from the last chosen page to this one. */
  extend(to: string, order: readonly string[]): void
  clear(): void
}

const NONE: ReadonlySet<string> = new Set()

export function useSelection(): Selection {
  const [ids, setIds] = useState(NONE)
  const anchor = useRef<string | undefined>(undefined)
  return {
    ids,
    toggle(id) {
      anchor.current = id
      const next = new Set(ids)
      if (!next.delete(id)) next.add(id)
      setIds(next)
    },
    extend(to, order) {
      const start = order.indexOf(anchor.current ?? to)
      const end = order.indexOf(to)
      if (start < 0) anchor.current = to
      const [first, last] = start < 0 ? [end, end] : [Math.min(start, end), Math.max(start, end)]
      setIds(new Set(order.slice(first, last + 1)))
    },
    clear() {
      anchor.current = undefined
      setIds(NONE)
    },
  }
}
