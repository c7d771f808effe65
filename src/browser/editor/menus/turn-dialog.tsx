// What a block turns into.
import type { EditorView } from 'prosemirror-view'
import { closeDialog } from '../../ui/dialog.tsx'
import { say } from '../../ui/toasts.tsx'
import { editorWords } from '../../words-editor.ts'
import { type Turn, turnInto, turnsOf } from '../commands/turning.ts'
import type { Item } from '../library.ts'
import { blockNodes } from '../schema.ts'
import { PickerDialog } from './picker-dialog.tsx'

const names = editorWords.turn

export function TurnDialog({ view, at, close }: { view: EditorView; at: number; close(): void }) {
  const node = view.state.doc.nodeAt(at)
  if (!node) return null
  const choices = turnsOf(node).map((type): Item => ({ id: type, title: blockNodes[type]!.label! }))
  return (
    <PickerDialog
      label={names.title}
      placeholder={names.find}
      icon="text"
      none={names.none}
      find={async (typed) => choices.filter(({ title }) => title.toLowerCase().includes(typed.toLowerCase()))}
      pick={({ id }) => {
        closeDialog()
        if (!turnInto(at, id as Turn)(view.state, view.dispatch)) say(names.refused)
        view.focus()
        close()
      }}
      close={close}
    />
  )
}
