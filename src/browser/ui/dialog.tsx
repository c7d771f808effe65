// A modal dialog: the browser keeps focus in it, and Escape closes it.
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

interface DialogProps {
  label: string
  class?: string
  onClose(): void
  children: ComponentChildren
}

export function Dialog({ label, class: name = '', onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const isOver = useRef(false)
  useLayoutEffect(() => {
    const dialog = element.current!
    const before = document.activeElement
    dialog.showModal()
    return () => {
      isOver.current = true
      dialog.close()
      // Unless what closed it has moved on.
      const isLost = document.activeElement === document.body || dialog.contains(document.activeElement)
      if (before instanceof HTMLElement && isLost) before.focus()
    }
  }, [])
  /** At once: the browser would tell after it has closed the dialog, when the next key may have gone to what is behind. */
  const cancelled = (event: Event) => {
    if (event.target !== element.current) return
    event.preventDefault()
    onClose()
  }
  /** The browser tells late: the same dialog may be open again. */
  const closed = () => isOver.current || onClose()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    <dialog
      ref={element}
      class={`dialog ${name}`}
      aria-label={label}
      onClose={closed}
      onCancel={cancelled}
      onClick={(event) => event.target === element.current && onClose()}
    >
      {children}
    </dialog>
  )
}

/** Ends the open dialog at once, so that what is behind it can be focused and changed. */
export const closeDialog = (): void => document.querySelector<HTMLDialogElement>('dialog[open]')?.close()
