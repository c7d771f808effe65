// Several pages of the tree at once: Ctrl and a click adds one, Shift takes everything between. A selection that is begun
// with the mouse has the open page, too, and ends when another is opened.
import { useEffect, useRef, useState } from 'preact/hooks'

export interface Selection {
  ids: ReadonlySet<string>
  toggle(id: string): void
  /** A click with Ctrl or ⌘. */
  add(id: string): void
  /** Everything from the last chosen page to this one. */
  extend(to: string, order: readonly string[]): void
  clear(): void
}

const NONE: ReadonlySet<string> = new Set()

export function useSelection(open: string | undefined): Selection {
  const [ids, setIds] = useState(NONE)
  const anchor = useRef<string | undefined>(undefined)
  const clear = () => {
    anchor.current = undefined
    setIds(NONE)
  }
  useEffect(clear, [open])
  const toggleIn = (chosen: ReadonlySet<string>, id: string) => {
    anchor.current = id
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setIds(next)
  }
  return {
    ids,
    toggle: (id) => toggleIn(ids, id),
    add: (id) => toggleIn(ids.size === 0 && open !== undefined && open !== id ? new Set([open]) : ids, id),
    extend(to, order) {
      const start = order.indexOf(anchor.current ?? open ?? to)
      const end = order.indexOf(to)
      if (start < 0) anchor.current = to
      const [first, last] = start < 0 ? [end, end] : [Math.min(start, end), Math.max(start, end)]
      setIds(new Set(order.slice(first, last + 1)))
    },
    clear,
  }
}
