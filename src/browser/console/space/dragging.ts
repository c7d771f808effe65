// Pages are dragged in the tree: between two rows, or onto one to go into it. Alt and arrow keys do the same.
import { useRef, useState } from 'preact/hooks'
import type { Page } from './content.ts'
import { fits, type Gap, spotOf, topmost } from './moves.ts'
import type { Row } from './rows.ts'

type Edge = 'before' | 'after' | 'inside'

export interface Dragging {
  /** The row that is pointed at, and where in it. */
  over: { page: string; edge: Edge } | undefined
  start(event: DragEvent, row: Row): void
  move(event: DragEvent, row: Row): void
  drop(event: DragEvent): void
  end(): void
}

interface Options {
  pages: readonly Page[]
  selected: ReadonlySet<string>
  onDrop(moved: readonly Page[], to: Gap): void
}

/** The share of a row at its top and bottom that means beside it. */
const BESIDE = 0.3

export function useDragging({ pages, selected, onDrop }: Options): Dragging {
  const moved = useRef<readonly Page[]>([])
  const target = useRef<Gap | undefined>(undefined)
  const [over, setOver] = useState<Dragging['over']>(undefined)
  const end = () => {
    moved.current = []
    target.current = undefined
    setOver(undefined)
  }
  return {
    over,
    start(event, { page }) {
      moved.current = topmost(pages, selected.has(page.id) ? selected : new Set([page.id]))
      event.dataTransfer!.effectAllowed = 'move'
      event.dataTransfer!.setData('text/plain', page.title)
    },
    move(event, row) {
      if (moved.current.length === 0) return
      const found = gapAt(event, row, pages, moved.current)
      target.current = found?.gap
      if (!found) return setOver(undefined)
      event.preventDefault()
      if (over?.page !== row.page.id || over.edge !== found.edge) setOver({ page: row.page.id, edge: found.edge })
    },
    drop(event) {
      event.preventDefault()
      if (target.current) onDrop(moved.current, target.current)
      end()
    },
    end,
  }
}

function gapAt(event: DragEvent, row: Row, pages: readonly Page[], moved: readonly Page[]) {
  const { top, height } = (event.currentTarget as HTMLElement).getBoundingClientRect()
  const share = (event.clientY - top) / height
  const wanted: Edge = share < BESIDE ? 'before' : share > 1 - BESIDE ? 'after' : 'inside'
  // What cannot go inside goes beside.
  const edges: Edge[] = wanted === 'inside' ? ['inside', share < 0.5 ? 'before' : 'after'] : [wanted]
  for (const edge of edges) {
    const gap = gapOf(edge, row, pages)
    if (fits(pages, moved, gap)) return { edge, gap }
  }
  return undefined
}

function gapOf(edge: Edge, { page, isOpen }: Row, pages: readonly Page[]): Gap {
  const { siblings, at, parent } = spotOf(pages, page.id)!
  const into = parent?.id ?? null
  if (edge === 'before') return { into, before: page.id }
  if (edge === 'inside') return { into: page.id, before: null }
  // Below an open branch is before its first page.
  if (isOpen) return { into: page.id, before: page.pages![0]!.id }
  return { into, before: siblings[at + 1]?.id ?? null }
}
