import { expect, test } from 'vitest'
import { editorWords } from '../../words-editor.ts'
import { findInsertions, matches } from './insertions.ts'

test.each([
  ['tasks', 'Task list'],
  ['task list', 'Task list'],
  ['to-do', 'Task list'],
  ['checklist', 'Task list'],
  ['bullets', 'Bulleted list'],
  ['ul', 'Bulleted list'],
  ['ordered', 'Numbered list'],
  ['h2', 'Heading 2'],
  ['headings', 'Heading 1'],
  ['callout', 'Hint'],
  ['tip', 'Hint'],
  ['warnings', 'Hint'],
  ['details', 'Expandable'],
  ['toggle', 'Expandable'],
  ['stepper', 'Steps'],
  ['step', 'Steps'],
  ['column', 'Columns'],
  ['tab', 'Tabs'],
  ['changelog', 'Updates'],
  ['latex', 'Formula'],
  ['cards', 'Table'],
  ['tables', 'Table'],
  ['hr', 'Divider'],
  ['youtube', 'Embed'],
  ['if', 'Condition'],
])('/%s finds: %s', (typed, label) => {
  expect(findInsertions(typed)[0]?.label).toBe(label)
})

test.each([
  ['pdf', 'file'],
  ['screenshots', 'images'],
  ['cta', 'button'],
  ['inline math', 'inlineMath'],
  ['variables', 'expression'],
] as const)('/%s finds what asks first: %s', (typed, name) => {
  expect(matches(editorWords.blocks[name], typed)).toBe(true)
})

test('what nothing is called finds nothing', () => {
  expect(findInsertions('zeppelin')).toEqual([])
})
