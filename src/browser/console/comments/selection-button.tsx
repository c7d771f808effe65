// A button at words that are selected in a text that is read.
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { commentWords as text } from '../../words-comments.ts'
import { selectedIn } from './drawn-marks.ts'
import { beginComment } from './state.ts'

const GAP = 8

export function SelectionButton({ body }: { body: RefObject<HTMLElement | null> }) {
  const [selected, setSelected] = useState<ReturnType<typeof selectedIn>>(undefined)
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const follow = () => setSelected(body.current ? selectedIn(body.current) : undefined)
    document.addEventListener('selectionchange', follow)
    return () => document.removeEventListener('selectionchange', follow)
  }, [])
  useLayoutEffect(() => {
    const bar = element.current
    if (!bar || !selected) return
    const { left, top, bottom } = selected.box
    const above = top - bar.offsetHeight - GAP
    const inside = Math.max(GAP, Math.min(left, innerWidth - bar.offsetWidth - GAP))
    bar.style.setProperty('inset', `${above > GAP ? above : bottom + GAP}px auto auto ${inside}px`)
  }, [selected])
  if (!selected) return null
  return (
    <div ref={element} class="menu toolbar">
      <button
        type="button"
        class="btn bare s"
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          beginComment(selected.about)
          getSelection()?.removeAllRanges()
        }}
      >
        <Icon name="comment" />
        {text.onSelection}
      </button>
    </div>
  )
}
