// A list that draws only the rows in view, above a certain length.
import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core'
import { type ComponentChildren, Fragment } from 'preact'
import { useEffect, useReducer, useRef, useState } from 'preact/hooks'

/** Shorter lists are drawn whole: find in page and printing work on them. */
const WHOLE = 200
const OVERSCAN = 20

interface Props<T> {
  items: readonly T[]
  /** The height of a row in pixels. */
  rowHeight: number
  /** The row to bring into view when it changes. */
  current?: number | undefined
  /** Rows are items of a list (`li`). */
  isList?: boolean
  /** What is at the end of the list. */
  end?: ComponentChildren
  children(item: T, index: number): ComponentChildren
}

export function VirtualList<T>({ items, rowHeight, current, isList = false, end, children }: Props<T>) {
  const scroll = useRef<HTMLDivElement>(null)
  const [, redraw] = useReducer((count: number, _: number) => count + 1, 0)
  const [virtualizer] = useState(
    () =>
      new Virtualizer<HTMLDivElement, HTMLDivElement>({
        count: items.length,
        getScrollElement: () => scroll.current,
        estimateSize: () => rowHeight,
        overscan: OVERSCAN,
        scrollToFn: elementScroll,
        observeElementRect,
        observeElementOffset,
        onChange: () => redraw(0),
      }),
  )
  virtualizer.setOptions({ ...virtualizer.options, count: items.length })
  useEffect(() => virtualizer._didMount(), [virtualizer])
  useEffect(() => virtualizer._willUpdate())
  useEffect(() => {
    if (current === undefined || current < 0) return
    if (items.length > WHOLE) virtualizer.scrollToIndex(current)
    else scroll.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const shown = virtualizer.getVirtualItems()
  const spacer = useSpacer(virtualizer.getTotalSize(), shown[0]?.start ?? 0)
  const Rows = isList ? 'ul' : Fragment
  if (items.length <= WHOLE)
    return (
      <div ref={scroll} class="scroll grow">
        <Rows>{items.map(children)}</Rows>
        {end}
      </div>
    )
  return (
    <div ref={scroll} class="scroll grow">
      <div ref={spacer.outer}>
        <div ref={spacer.inner}>
          <Rows>{shown.map(({ index }) => children(items[index]!, index))}</Rows>
        </div>
      </div>
      {end}
    </div>
  )
}

/** Sizes come from script: the policy of the page allows no style attributes. */
function useSpacer(height: number, start: number) {
  const [outer, inner] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)]
  useEffect(() => {
    outer.current?.style.setProperty('block-size', `${height}px`)
    inner.current?.style.setProperty('transform', `translateY(${start}px)`)
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
