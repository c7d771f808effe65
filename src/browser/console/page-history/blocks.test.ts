import { expect, test } from 'vitest'
import type { Block, Document } from '../../../engine/document.ts'
import { changedBlocks, withBlock } from './blocks.ts'

const block = (key: string, text = key): Block => ({
  object: 'block',
  type: 'paragraph',
  key,
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
})

const page = (...nodes: Block[]): Document => ({ object: 'document', data: {}, nodes })

const keys = ({ nodes }: Document) => nodes.map(({ key }) => key)

test('blocks of the earlier version are counted through its parts', () => {
  const part = (kind: 'same' | 'added' | 'removed' | 'edited' | 'moved' | 'left', blocks = 1) => ({
    kind,
    blocks,
    before: kind,
  })
  const parts = [part('edited'), part('added'), part('same', 3), part('removed'), part('moved'), part('left')]
  expect(changedBlocks({ parts })).toEqual([
    { index: 0, html: 'edited' },
    { index: 4, html: 'removed' },
    { index: 5, html: 'left' },
  ])
})

test('a block comes back in its place, below what it stood below, or at the top', () => {
  const earlier = page(block('a'), block('b'), block('c'))
  expect(withBlock(page(block('a', 'new'), block('b')), earlier, 0).nodes[0]).toEqual(block('a'))
  expect(keys(withBlock(page(block('a'), block('x'), block('c')), earlier, 1))).toEqual(['a', 'b', 'x', 'c'])
  expect(keys(withBlock(page(block('x'), block('c')), earlier, 0))).toEqual(['a', 'x', 'c'])
  expect(keys(withBlock(page(block('b'), block('c'), block('a')), earlier, 0))).toEqual(['a', 'b', 'c'])
})
