// How the person ends a dialog that was asked for.
import type { EditorView } from 'prosemirror-view'
import { closeDialog } from '../../ui/dialog.tsx'
import { takeBack } from '../inlines/inserting.ts'
import { type Asked, asked } from '../views/asked.ts'

export function answers(view: EditorView, what: Asked & { at: number; isNew?: boolean }) {
  const close = () => {
    asked.value = undefined
  }
  /** Closing tells so twice. What is new was never there. */
  const cancel = () => {
    if (asked.peek() !== what) return
    close()
    if (!what.isNew) return
    closeDialog()
    takeBack(view, what.at)
  }
  return { close, cancel }
}
