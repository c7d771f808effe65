import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Document } from '../../../engine/document.ts'
import { addKeys } from '../../../engine/keys/keep-keys.ts'
import { blocks } from '../../../markdown/testing/arbitraries.ts'
import { readDocument } from '../document/reading.ts'
import { positionOf, spotAt } from './others.ts'

const documents = (prefix: string) =>
  blocks(2).map((nodes): Document => {
    let last = 0
    return addKeys({ object: 'document', data: {}, nodes }, () => `${prefix}${++last}`)
  })

test('a place in a document is found again, also after blocks were added before it', () => {
  void fc.assert(
    fc.property(documents('a'), documents('b'), fc.nat(), (document, added, anywhere) => {
      const doc = readDocument(document)
      const position = anywhere % (doc.content.size + 1)
      const spot = spotAt(doc, position)
      if (!spot) return
      expect(positionOf(doc, spot)).toBe(position)
      const [first] = readDocument(added).children
      const longer = doc.copy(doc.content.addToStart(first!))
      expect(positionOf(longer, spot)).toBe(position + first!.nodeSize)
    }),
  )
})

test('a place whose block is gone is nowhere; one past the end of its block is at the end', () => {
  const doc = readDocument({
    object: 'document',
    data: {},
    nodes: [
      {
        object: 'block',
        type: 'paragraph',
        key: 'a',
        data: {},
        nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'Short', marks: [] }] }],
      },
    ],
  } as Document)
  expect(positionOf(doc, { key: 'gone', offset: 0 })).toBeUndefined()
  expect(positionOf(doc, { key: 'a', offset: 500 })).toBe(doc.content.size - 1)
})
