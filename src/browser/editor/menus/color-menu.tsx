// The colors of text, and of the ground behind it.
import type { EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { editorWords } from '../../words-editor.ts'
import { schema } from '../schema.ts'

const color = schema.marks.color!
const { colors } = editorWords
const NAMES = Object.keys(colors) as (keyof typeof colors)[]

type Colors = { text: string; background: string }

const colorsAt = ({ doc, selection }: EditorState): Colors => {
  const data = color.isInSet(doc.nodeAt(selection.from)?.marks ?? [])?.attrs.data as Partial<Colors> | undefined
  return { text: data?.text ?? 'default', background: data?.background ?? 'default' }
}

function setColors(view: EditorView, next: Partial<Colors>): void {
  const { tr, selection } = view.state
  const data = { ...colorsAt(view.state), ...next }
  const isPlain = data.text === 'default' && data.background === 'default'
  tr.removeMark(selection.from, selection.to, color)
  if (!isPlain) tr.addMark(selection.from, selection.to, color.create({ data }))
  view.dispatch(tr)
  view.focus()
}

export function ColorMenu({ view }: { view: EditorView }) {
  const now = colorsAt(view.state)
  const items = (of: keyof Colors, label: (name: string) => string): MenuItem[] =>
    NAMES.map((name) => {
      const value = name === 'none' ? 'default' : name
      return { label: label(colors[name]), isChosen: now[of] === value, run: () => setColors(view, { [of]: value }) }
    })
  return (
    <Menu
      class="btn bare icon s"
      label={editorWords.color}
      items={[...items('text', editorWords.textColor), ...items('background', editorWords.ground)]}
    >
      <span class="color-sign" aria-hidden="true">
        A
      </span>
    </Menu>
  )
}
