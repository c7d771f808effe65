import { expect, test } from 'vitest'
import type { Block } from '../document.ts'
import { table } from '../testing/documents.ts'
import { documentOf, paragraph } from '../testing/histories.ts'
import { chooseBlocks } from './choose-blocks.ts'
import { mergeDocuments } from './merge-documents.ts'

const key = () => 'new'

const conflicted = (base: Block, ours: Block, theirs: Block) => {
  const around = (block: Block) => documentOf(paragraph('a', 'before'), block, paragraph('z', 'after'))
  return mergeDocuments({ base: around(base), ours: around(ours), theirs: around(theirs) })
}

test('a side of a conflict is chosen, or both', () => {
  const [base, ours, theirs] = ['one', 'two', 'three'].map((text) => paragraph('p', text)) as [Block, Block, Block]
  const { document, conflicts } = conflicted(base, ours, theirs)
  expect(conflicts).toHaveLength(1)
  const chosen = (choice: 'ours' | 'theirs' | 'both') =>
    chooseBlocks(document, conflicts[0]!, choice, key).nodes.slice(1, -1)
  expect(chosen('ours')).toEqual([ours])
  expect(chosen('theirs')).toEqual([theirs])
  expect(chosen('both')).toEqual([ours, { ...theirs, key: 'new' }])
})

test('a conflict in the cell of a table is settled there', () => {
  const [base, ours, theirs] = ['one', 'two', 'three'].map((text) => table('t', { r: text })) as [Block, Block, Block]
  const { document, conflicts } = conflicted(base, ours, theirs)
  expect(conflicts).toHaveLength(1)
  expect(chooseBlocks(document, conflicts[0]!, 'theirs', key).nodes[1]).toEqual(theirs)
})

test('what is not in the document any more comes first', () => {
  const { document, conflicts } = conflicted(paragraph('p', 'one'), paragraph('p', 'two'), paragraph('p', 'three'))
  const emptied = { ...document, nodes: document.nodes.filter((block) => block.key !== 'p') }
  const { nodes } = chooseBlocks(emptied, conflicts[0]!, 'theirs', key)
  expect(nodes.map((block) => block.key)).toEqual(['p', 'a', 'z'])
})
