// What keys do, whatever the keyboard calls them.
import { history, undoDepth } from 'prosemirror-history'
import { EditorState, Selection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { expect, test } from 'vitest'
import { parseMarkdown } from '../../../markdown/index.ts'
import { readDocument } from '../document/reading.ts'
import { keymaps } from './keymap.ts'

const Z = 90

function open() {
  const view = {
    state: EditorState.create({ doc: readDocument(parseMarkdown('One').document), plugins: [history(), ...keymaps()] }),
    dispatch(transaction: EditorState['tr']) {
      view.state = view.state.apply(transaction)
    },
  }
  const press = (key: string, shiftKey: boolean): boolean => {
    const event = { key, keyCode: Z, shiftKey, ctrlKey: true, metaKey: false, altKey: false } as KeyboardEvent
    return view.state.plugins.some(({ props, spec }) =>
      props.handleKeyDown?.call({ props, spec } as never, view as unknown as EditorView, event),
    )
  }
  const type = (text: string) =>
    view.dispatch(view.state.tr.setSelection(Selection.atEnd(view.state.doc)).insertText(text))
  return { press, type, text: () => view.state.doc.textContent, undoable: () => undoDepth(view.state) }
}

// With Caps Lock, Shift makes a letter small.
test.each(['z', 'Z'])('with Shift, %s does again what was undone, and then nothing', (key) => {
  const { press, type, text, undoable } = open()
  type(' two')
  press('z', false)
  expect(text()).toBe('One')
  for (let times = 0; times < 3; times++) {
    expect(press(key, true)).toBe(true)
    expect([text(), undoable()]).toEqual(['One two', 1])
  }
})

test('without Shift, Caps Lock changes nothing', () => {
  const { press, type, text } = open()
  type(' two')
  expect(press('Z', false)).toBe(true)
  expect(text()).toBe('One')
})
