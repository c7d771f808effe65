// Whatever is done can be undone and done again.
import * as fc from 'fast-check'
import { splitBlock } from 'prosemirror-commands'
import { closeHistory, history, redo, undo } from 'prosemirror-history'
import { type Command, EditorState, TextSelection } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { sample } from '../../engine/testing/documents.ts'
import { duplicate, insertBlock, moveDown, moveUp, remove } from './commands/block-commands.ts'
import { readDocument } from './document/reading.ts'
import { formats } from './formats.ts'
import { findKeyless, uniqueKeys } from './plugins/keys.ts'
import { fitTables } from './table/fit.ts'

const insertions = formats.flatMap(({ insertions = [] }) => insertions)

const type: Command = (state, dispatch) => {
  dispatch?.(state.tr.insertText('ab '))
  return true
}

const commands: Command[] = [
  type,
  type,
  splitBlock,
  splitBlock,
  duplicate,
  remove,
  moveUp,
  moveDown,
  ...insertions.map(({ create }) => insertBlock(create)),
]

const steps = fc.array(fc.record({ at: fc.nat(), command: fc.nat(commands.length - 1) }), { maxLength: 12 })

function open() {
  let keys = 0
  let state = EditorState.create({
    doc: readDocument(sample(2)),
    plugins: [history(), fitTables(() => `r${++keys}`), uniqueKeys(() => `n${++keys}`)],
  })
  const run = (command: Command) =>
    command(state, (transaction) => {
      state = state.apply(closeHistory(transaction))
    })
  const moveTo = (at: number) => {
    const $at = state.doc.resolve(at % (state.doc.content.size + 1))
    state = state.apply(state.tr.setSelection(TextSelection.near($at)))
  }
  return { run, moveTo, json: () => state.doc.toJSON(), doc: () => state.doc }
}

test('undoing everything gives the first document, and redoing everything the last', () => {
  void fc.assert(
    fc.property(steps, (taken) => {
      const { run, moveTo, json, doc } = open()
      const first = json()
      for (const { at, command } of taken) {
        moveTo(at)
        run(commands[command]!)
        doc().check()
        expect(findKeyless(doc())).toEqual([])
      }
      const last = json()
      while (run(undo));
      expect(json()).toEqual(first)
      while (run(redo));
      expect(json()).toEqual(last)
    }),
    { numRuns: 300 },
  )
})
