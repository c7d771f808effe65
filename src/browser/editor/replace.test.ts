// What others wrote appears as it is, and the cursor stays in its words.
import * as fc from 'fast-check'
import { EditorState, TextSelection } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { documentSteps, rewrite, sample } from '../../engine/testing/documents.ts'
import { readDocument } from './document/reading.ts'
import { differences } from './replace.ts'

test('the document is the one that was given', () => {
  void fc.assert(
    fc.property(documentSteps, documentSteps, (one, other) => {
      const before = rewrite(sample(3), one, 'a')
      const after = rewrite(sample(3), other, 'b')
      const state = EditorState.create({ doc: readDocument(before) })
      const next = readDocument(after)
      const { doc } = differences(state.tr, next)
      doc.check()
      expect(doc.toJSON()).toEqual(next.toJSON())
    }),
    { numRuns: 300 },
  )
})

test('the cursor stays before the word it was before', () => {
  const before = sample(2)
  const after = rewrite(before, [{ act: 'insert', one: 0, other: 0 }], 'b')
  const doc = readDocument(before)
  const state = EditorState.create({ doc })
  const at = findText(doc, 'text 1') + 3
  const transaction = state.tr.setSelection(TextSelection.create(doc, at))
  const changed = differences(transaction, readDocument(after))
  const { $from } = changed.selection
  expect($from.parent.textContent.slice(0, $from.parentOffset)).toBe('tex')
})

function findText(doc: ReturnType<typeof readDocument>, text: string): number {
  let found = -1
  doc.descendants((node, at) => {
    if (node.isText && node.text === text) found = at
  })
  return found
}
