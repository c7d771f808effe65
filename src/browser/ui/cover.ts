// Something that covers what was there, such as a drawer on a small screen: it has the focus as long as it is open, Escape
// closes it, and the focus returns to what opened it.
import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'

interface Cover {
  isOpen: boolean
  /** What covers. */
  element: RefObject<HTMLElement | null>
  /** Takes the focus; by default what covers. */
  first?: () => HTMLElement | null | undefined
  close(): void
}

export function useCover({ isOpen, element, first, close }: Cover): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    const before = document.activeElement
    ;(first?.() ?? element.current)?.focus()
    const typed = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isOverlaid()) close()
    }
    addEventListener('keydown', typed)
    return () => {
      removeEventListener('keydown', typed)
      // Unless what closed it has moved on.
      const { activeElement } = document
      const isLost = activeElement === document.body || element.current?.contains(activeElement)
      if (before instanceof HTMLElement && isLost) before.focus()
    }
  }, [isOpen])
}

/** A menu or a dialog is open: Escape is for it. */
const isOverlaid = (): boolean => document.querySelector('dialog[open], :popover-open') !== null
