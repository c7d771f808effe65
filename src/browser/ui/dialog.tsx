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
  useLayoutEffect(() => {
    const dialog = element.current!
    const before = document.activeElement
    dialog.showModal()
    return () => {
      dialog.close()
      // Unless what closed it has moved on.
      const isLost = document.activeElement === document.body || dialog.contains(document.activeElement)
      if (before instanceof HTMLElement && isLost) before.focus()
    }
  }, [])
  /** The browser would tell after it has closed it, when the next key has perhaps gone to what is behind. */
  const cancelled = (event: Event) => {
    if (event.target !== element.current) return
    event.preventDefault()
    onClose()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    <dialog
      ref={element}
      class={`dialog ${name}`}
      aria-label={label}
      onClose={onClose}
      onCancel={cancelled}
      onClick={(event) => event.target === element.current && onClose()}
    >
      {children}
    </dialog>
  )
}

/** Ends the open dialog at once, so that what is behind it can be focused and changed. */
export const closeDialog = (): void => document.querySelector<HTMLDialogElement>('dialog[open]')?.close()
