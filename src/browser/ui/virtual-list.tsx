// A list that draws only the rows in view, above a certain length.
import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core'
import { type ComponentChildren, Fragment } from 'preact'
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks'

/** Shorter lists are drawn whole: find in page and printing work on them. */
const WHOLE = 200
const OVERSCAN = 12
/** How many rows before the end of what was read the next page is asked for. */
const AHEAD = 60
/** In pixels. Browsers cannot scroll much further. */
const MAX_HEIGHT = 15_000_000

/** A list that is read page by page. */
interface Unread {
  /** How many rows there are in all. */
  count: number | undefined
  /** Reads the next page, unless one is being read; so many more rows are wanted. */
  more(wanted: number): void
  /** Said where rows are in view that were not read yet. */
  note(read: number, count: number): string
}

interface Props<T> {
  items: readonly T[]
  /** The height of a row in pixels. */
  rowHeight: number
  /** The row to bring into view when it changes. */
  current?: number | undefined
  /** A row that is to be drawn now, wherever it is. */
  wanted?: number | undefined
  /** Rows are items of a list (`li`). */
  isList?: boolean
  /** Where `items` are not all: the list is as high as all of them, and reads on as far as the person scrolls. */
  unread?: Unread | false | undefined
  children(item: T, index: number): ComponentChildren
}

export function VirtualList<T>({ items, rowHeight, current, wanted, isList = false, unread, children }: Props<T>) {
  const scroll = useRef<HTMLDivElement>(null)
  const [, redraw] = useReducer((count: number, _: number) => count + 1, 0)
  const all = unread ? Math.max(items.length, Math.min(unread.count ?? 0, Math.floor(MAX_HEIGHT / rowHeight))) : 0
  const count = unread ? all : items.length
  const [virtualizer] = useState(
    () =>
      new Virtualizer<HTMLDivElement, HTMLDivElement>({
        count,
        getScrollElement: () => scroll.current,
        estimateSize: () => rowHeight,
        overscan: OVERSCAN,
        scrollToFn: elementScroll,
        observeElementRect,
        observeElementOffset,
        onChange: () => redraw(0),
      }),
  )
  virtualizer.setOptions({ ...virtualizer.options, count })
  const isWhole = !unread && count <= WHOLE
  useEffect(() => virtualizer._didMount(), [virtualizer])
  useLayoutEffect(() => virtualizer._willUpdate())
  useEffect(() => {
    if (current === undefined || current < 0) return
    if (isWhole) scroll.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
    else virtualizer.scrollToIndex(current)
  }, [current])
  useEffect(() => {
    if (wanted !== undefined && wanted >= 0 && !isWhole) virtualizer.scrollToIndex(wanted)
  }, [wanted])
  const shown = virtualizer.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  useEffect(() => {
    if (unread && last >= items.length - AHEAD) unread.more(last + AHEAD - items.length)
  })
  const spacer = useSpacer(isWhole, virtualizer.getTotalSize(), shown[0]?.start ?? 0)
  const Rows = isList ? 'ul' : Fragment
  const isBlank = unread && (virtualizer.range?.endIndex ?? 0) >= items.length
  return (
    <div ref={scroll} class={isWhole ? 'scroll grow virtual' : 'scroll grow virtual partly'}>
      <div ref={spacer.outer}>
        <div ref={spacer.inner}>
          <Rows>
            {isWhole
              ? items.map(children)
              : shown.flatMap(({ index }) => (index < items.length ? [children(items[index]!, index)] : []))}
          </Rows>
        </div>
      </div>
      {isBlank && (
        <p class="unread-note" role="status">
          {unread.note(items.length, unread.count ?? 0)}
        </p>
      )}
    </div>
  )
}

/** Sizes come from script: the policy of the page allows no style attributes. */
function useSpacer(isWhole: boolean, height: number, start: number) {
  const [outer, inner] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)]
  // Before the rows are painted: they would flash in the wrong place.
  useLayoutEffect(() => {
    outer.current?.style.setProperty('block-size', isWhole ? 'auto' : `${height}px`)
    inner.current?.style.setProperty('transform', isWhole ? 'none' : `translateY(${start}px)`)
  })
  return { outer, inner }
}

/** The end of a list of which there is more: calls `reached` whenever it comes into view. */
export function ListEnd({ reached, label }: { reached(): void; label: string }) {
  const end = useRef<HTMLDivElement>(null)
  const latest = useRef(reached)
  latest.current = reached
  useEffect(() => {
    const watch = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && latest.current(),
      { root: end.current!.closest('.scroll'), rootMargin: '600px' },
    )
    watch.observe(end.current!)
    return () => watch.disconnect()
  })
  return (
    <div ref={end} class="small faint none" aria-hidden="true">
      {label}
    </div>
  )
}
