import { EditorState } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { parseMarkdown, serializeMarkdown } from '../../../markdown/index.ts'

import { readDocument } from '../document/reading.ts'
import { writeDocument } from '../document/writing.ts'
import { TURNS, type Turn, turnInto, turnsOf } from './turning.ts'

const read = (markdown: string) => EditorState.create({ doc: readDocument(parseMarkdown(markdown).document) })

function turn(markdown: string, to: Turn): string {
  let state = read(markdown)
  turnInto(0, to)(state, (transaction) => {
    state = state.apply(transaction)
  })
  state.doc.check()
  return serializeMarkdown(writeDocument(state.doc)).trim()
}

test.each([
  ['A **word**.', 'heading-2', '### A **word**.'],
  ['A **word**.', 'list-tasks', '* [ ] A **word**.'],
  ['## Title', 'blockquote', '> Title'],
  ['* One\n* Two', 'list-ordered', '1. One\n2. Two'],
  ['* One\n* Two', 'paragraph', 'One\n\nTwo'],
  ['> One\n>\n> Two', 'code', '```\nOne\nTwo\n```'],
  ['```js\nlet a\nlet b\n```', 'list-unordered', '* let a\n* let b'],
] as const)('%j turns into %s', (markdown, to, expected) => {
  expect(turn(markdown, to)).toBe(expected)
})

test('a question with its answer turns into an expandable, and back', () => {
  const expandable = turn('> Why?\n>\n> Because.', 'expandable')
  expect(expandable).toContain('<summary>Why?</summary>')
  expect(turn(expandable, 'paragraph')).toBe('Why?\n\nBecause.')
})

test('no turn loses a word, and one block keeps its key', () => {
  for (const from of ['Some words', '## Some words', '* Some words', '> Some words', '```\nSome words\n```'])
    for (const to of turnsOf(read(from).doc.firstChild!))
      expect(turn(from, to), `${from} → ${to}`).toContain('Some words')
  const before = read('Some words')
  turnInto(0, 'hint')(before, ({ doc }) => expect(doc.firstChild!.attrs.key).toBe(before.doc.firstChild!.attrs.key))
  expect(turnsOf(read('---').doc.firstChild!)).toEqual([])
  expect(turnsOf(read('Words').doc.firstChild!)).toHaveLength(TURNS.length - 1)
})
