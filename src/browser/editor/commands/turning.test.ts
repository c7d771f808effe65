import { EditorState } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { parseMarkdown, serializeMarkdown } from '../../../markdown/index.ts'

import { readDocument } from '../document/reading.ts'
import { writeDocument } from '../document/writing.ts'
import { TURNS, type Turn, turnInto, turnsOf } from './turning.ts'

const read = (markdown: string) => EditorState.create({ doc: readDocument(parseMarkdown(markdown).document) })

const normal = (markdown: string) => serializeMarkdown(parseMarkdown(markdown).document).trim()

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

const TABS =
  '{% tabs %}\n{% tab title="One" %}\nFirst **words**\n{% endtab %}\n\n{% tab title="Two" %}\n* Second\n{% endtab %}\n{% endtabs %}'
const STEPS =
  '{% stepper %}\n{% step %}\n#### One\n\nFirst **words**\n{% endstep %}\n\n{% step %}\n#### Two\n\n* Second\n{% endstep %}\n{% endstepper %}'
const COLUMNS =
  '{% columns %}\n{% column %}\nOne\n\nFirst **words**\n{% endcolumn %}\n\n{% column %}\n#### Two\n\n* Second\n{% endcolumn %}\n{% endcolumns %}'
const TABLE = '| One | Two |\n|---|---|\n| First **words** | Second |\n| | x |'

test.each([
  [TABS, 'paragraph', '#### One\n\nFirst **words**\n\n#### Two\n\n* Second'],
  [TABS, 'stepper', STEPS],
  [STEPS, 'tabs', TABS],
  [STEPS, 'list-ordered', '1. One\n\n   First **words**\n2. Two\n   * Second'],
  ['1. One\n\n   First **words**\n2. Two\n   * Second', 'stepper', STEPS],
  [COLUMNS, 'paragraph', 'One\n\nFirst **words**\n\n#### Two\n\n* Second'],
  [TABLE, 'list-unordered', '* One: First **words**\n\n  Two: Second\n* One:\n\n  Two: x'],
] as const)('%j turns into %s', (markdown, to, expected) => {
  expect(turn(markdown, to)).toBe(normal(expected))
})

test('each tab turns into an expandable', () => {
  const made = turn(TABS, 'expandable')
  expect(made.match(/<summary>.*?<\/summary>/g)).toEqual(['<summary>One</summary>', '<summary>Two</summary>'])
})

test('no turn of a block of parts loses a word, and a table with more than text does not turn', () => {
  for (const from of [TABS, STEPS, COLUMNS, TABLE, '* One First **words**\n* Two\n  * Second'])
    for (const to of turnsOf(read(from).doc.firstChild!))
      for (const word of ['One', 'First', 'words', 'Two', 'Second'])
        expect(turn(from, to), `${from} → ${to}`).toContain(word)
  const typed =
    '<table><thead><tr><th>A</th><th data-type="number">B</th></tr></thead><tbody><tr><td>a</td><td>1</td></tr></tbody></table>'
  expect(turnsOf(read(typed).doc.firstChild!)).toEqual([])
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
