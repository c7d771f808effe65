// A button at the block that is pointed at, or that has the focus, in a text that is read.
import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { commentWords as text } from '../../words-comments.ts'
import { useShortcuts } from '../keys.ts'
import { blockAt, firstBlockIn } from './drawn-marks.ts'
import { beginComment } from './state.ts'

/** `parts` are what keys go through. */
export function BlockButton({ body, parts }: { body: RefObject<HTMLElement | null>; parts: string }) {
  const [block, setBlock] = useState<HTMLElement | undefined>(undefined)
  const latest = useRef(block)
  latest.current = block
  useEffect(() => {
    const element = body.current!
    const pointed = ({ target }: Event) => setBlock((now) => blockAt(element, target) ?? now)
    const focused = ({ target }: Event) => {
      const part = (target as Element).closest(parts)
      if (part) setBlock(blockAt(element, target) ?? firstBlockIn(part))
    }
    // A finger leaves with every tap.
    const left = ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'touch') setBlock(undefined)
    }
    element.addEventListener('pointerover', pointed)
    element.addEventListener('focusin', focused)
    element.addEventListener('pointerleave', left)
    return () => {
      element.removeEventListener('pointerover', pointed)
      element.removeEventListener('focusin', focused)
      element.removeEventListener('pointerleave', left)
    }
  }, [])
  const comment = () => {
    const node = latest.current?.dataset.key
    if (node !== undefined) beginComment({ node })
  }
  useShortcuts([{ keys: 'c', label: text.writeOnBlock, run: comment }])
  if (!block?.isConnected) return null
  const top = block.getBoundingClientRect().top - body.current!.getBoundingClientRect().top
  return (
    <button
      type="button"
      class="btn bare icon s at-block"
      style={{ insetBlockStart: `${top}px` }}
      aria-label={text.writeOnBlock}
      title={text.writeOnBlock}
      onClick={comment}
    >
      <Icon name="comment" />
    </button>
  )
}
