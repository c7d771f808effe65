// A document and the editor's form of it are the same thing.
import * as fc from 'fast-check'
import { Node } from 'prosemirror-model'
import { expect, test } from 'vitest'
import type { Block, Document } from '../../../engine/document.ts'
import { addKeys } from '../../../engine/keys/keep-keys.ts'
import { walk } from '../../../engine/walk.ts'
import { blocks } from '../../../markdown/testing/arbitraries.ts'
import { schema } from '../schema.ts'
import { readDocument } from './reading.ts'
import { writeDocument } from './writing.ts'

const runs = Number(process.env.LECTERN_LAW_RUNS ?? 100)

const documents = blocks(2).map((nodes): Document => {
  let last = 0
  return addKeys({ object: 'document', data: {}, nodes }, () => `k${++last}`)
})

/** The same content, made anew: nothing of it remembers its document. */
const rebuilt = (doc: Node): Node => Node.fromJSON(schema, JSON.parse(JSON.stringify(doc.toJSON())))

test('a document that is read and written is the same, keys included', () => {
  void fc.assert(
    fc.property(documents, (document) => {
      const doc = readDocument(document)
      doc.check()
      expect(writeDocument(doc)).toEqual(document)
      expect(writeDocument(rebuilt(doc))).toEqual(document)
    }),
    { numRuns: runs },
  )
})

const nodesIn = (document: Document) => [document, ...walk(document).map(({ node }) => node)]

test('a document of any form is written as it came, with blocks that the editor does not know', () => {
  const odd = fc.constantFrom<(node: Record<string, unknown>) => void>(
    (node) => (node.type = 'never-heard-of'),
    (node) => (node.nodes = []),
    (node) => delete node.nodes,
    (node) => delete node.data,
    (node) => (node.fragments = [{ object: 'fragment', nodes: [] }]),
    (node) => (node.isVoid = true),
    (node) => (node.type = 'kept'),
    (node) => (node.type = 'doc'),
    (node) => (node.type = 'break'),
    (node) => (node.type = 'constructor'),
    (node) => (node.nodes = [{ object: 'block', type: 'paragraph', nodes: [] }]),
  )
  void fc.assert(
    fc.property(documents, fc.array(fc.tuple(fc.nat(), odd), { minLength: 1, maxLength: 5 }), (given, oddities) => {
      const document = structuredClone(given)
      for (const [at, change] of oddities) {
        const elements = nodesIn(document).filter(({ object }) => object === 'block' || object === 'inline')
        const element = elements[at % Math.max(1, elements.length)]
        if (element) change(element as unknown as Record<string, unknown>)
      }
      const before = structuredClone(document)
      const doc = readDocument(document)
      doc.check()
      expect(writeDocument(doc)).toEqual(before)
    }),
    { numRuns: runs },
  )
})

test('what is edited changes, and nothing else', () => {
  const paragraph = (key: string, text: string): Block => ({
    object: 'block',
    type: 'paragraph',
    key,
    data: {},
    nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
  })
  const document: Document = { object: 'document', data: {}, nodes: [paragraph('a', 'one'), paragraph('b', 'two')] }
  const doc = readDocument(document)
  const edited = doc.replace(4, 4, doc.slice(6, 7))
  const written = writeDocument(edited)
  expect(written.nodes[0]).toEqual(paragraph('a', 'onet'))
  expect(written.nodes[1]).toBe(document.nodes[1])
})
