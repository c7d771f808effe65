// Generated documents for tests: paragraphs, lists and tables, and edits anywhere in them.

import fc from 'fast-check'
import type { Block, Document, Fragment, Node } from '../document.ts'
import { walk } from '../walk.ts'
import { documentOf, paragraph } from './histories.ts'

export const list = (key: string, ...items: Block[]): Block => ({
  object: 'block',
  type: 'list-unordered',
  key,
  nodes: items,
})

export const item = (key: string, ...nodes: Block[]): Block => ({ object: 'block', type: 'list-item', key, nodes })

/** A table with one text column; each row is a record and the fragment with its text. */
export const table = (key: string, rows: Record<string, string>): Block => ({
  object: 'block',
  type: 'table',
  key,
  isVoid: true,
  data: {
    view: { type: 'grid', columns: ['c'], hideHeader: false },
    definition: { c: { id: 'c', title: 'C', type: 'text' } },
    records: Object.fromEntries(
      Object.keys(rows).map((row, index) => [row, { orderIndex: `a${index}`, values: { c: `cell-${row}` } }]),
    ),
  },
  fragments: Object.entries(rows).map(([row, text]) => cell(key, row, text)),
})

const cell = (key: string, row: string, text: string): Fragment => ({
  object: 'fragment',
  fragment: `cell-${row}`,
  nodes: [paragraph(`${key}-${row}`, text)],
})

/** A document of about `size` blocks: a paragraph, a list with nested items, a table and more paragraphs. */
export const sample = (size: number): Document =>
  documentOf(
    paragraph('p', 'start'),
    list('l', ...Array.from({ length: size }, (_, n) => item(`l${n}`, paragraph(`lp${n}`, `item ${n}`)))),
    table('t', { r1: 'one', r2: 'two' }),
    ...Array.from({ length: size }, (_, n) => paragraph(`q${n}`, `text ${n}`)),
  )

export interface DocumentStep {
  act: 'edit' | 'insert' | 'remove' | 'move' | 'data'
  one: number
  other: number
}

export const documentSteps: fc.Arbitrary<DocumentStep[]> = fc.array(
  fc.record({
    act: fc.constantFrom('edit', 'insert', 'remove', 'move', 'data'),
    one: fc.nat(1000),
    other: fc.nat(1000),
  }),
  { maxLength: 6 },
)

/** Applies the steps to a document; new texts and keys begin with `side`. */
export function rewrite(document: Document, steps: readonly DocumentStep[], side: string): Document {
  const copy = structuredClone(document)
  for (const [index, step] of steps.entries()) takeStep(copy, step, `${side}${index}`)
  return copy
}

function takeStep(document: Document, { act, one, other }: DocumentStep, fresh: string): void {
  const spots = [...walk(document)].flatMap(({ node, path }) =>
    node.object === 'block' ? [{ node, parent: path.at(-1)! }] : [],
  )
  const spot = spots[one % Math.max(1, spots.length)]
  if (!spot) return
  const siblings = (spot.parent as { nodes: Node[] }).nodes
  const at = siblings.indexOf(spot.node)
  if (act === 'insert') siblings.splice(at, 0, similar(spot.node, fresh))
  else if (act === 'remove') siblings.splice(at, 1)
  else if (act === 'move') siblings.splice(other % siblings.length, 0, ...siblings.splice(at, 1))
  else if (act === 'data') spot.node.data = { ...spot.node.data, [`d${other % 2}`]: fresh }
  else if (spot.node.type === 'paragraph') spot.node.nodes = paragraph('', fresh).nodes!
}

function similar(node: Block, fresh: string): Block {
  return node.type === 'list-item' ? item(fresh, paragraph(`${fresh}p`, fresh)) : paragraph(fresh, fresh)
}
