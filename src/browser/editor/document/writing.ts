// Editor → document.
import type { Mark, Node } from 'prosemirror-model'
import type * as Doc from '../../../engine/document.ts'
import { typeOf } from '../contract.ts'
import { markTypeOf } from '../inlines/marks.ts'
import { blockNodes, schema } from '../schema.ts'
import { origins } from './reading.ts'

export function writeDocument(doc: Node): Doc.Document {
  const isEmpty = doc.childCount === 1 && isFiller(doc.firstChild!)
  return { object: 'document', data: doc.attrs.data ?? {}, nodes: isEmpty ? [] : doc.children.map(writeBlock) }
}

/** A paragraph that only holds the cursor of an empty document. */
export const isFiller = (node: Node): boolean =>
  node.type === schema.nodes.paragraph && node.content.size === 0 && node.attrs.data === null && !origins.has(node)

export function writeBlock(node: Node): Doc.Block {
  const origin = origins.get(node)
  if (origin) return origin
  if (node.type === schema.nodes.kept) return node.attrs.node as Doc.Block
  const written: Doc.Block = { object: 'block', type: typeOf(node), ...elementOf(node) }
  const { holds, shape } = blockNodes[typeOf(node)]!
  if (shape) return { ...written, ...shape.write(node, writeBlock) }
  if (holds === 'inlines') written.nodes = writeInlines(node.children)
  else if (holds === 'blocks') written.nodes = node.children.map(writeBlock)
  else if (holds === 'fragments' && needsFragments(node)) written.fragments = node.children.map(writeFragment)
  return written
}

/** Readers expect the list of an image even if it has no caption. */
const needsFragments = (node: Node): boolean => node.childCount > 0 || node.type.name === 'image'

function writeFragment(node: Node): Doc.Fragment {
  const { key, fragment, type } = node.attrs
  return {
    object: 'fragment',
    ...(key !== null && { key }),
    ...(fragment !== null && { fragment }),
    ...(type !== null && { type }),
    nodes: node.children.map(writeBlock),
  }
}

const elementOf = ({ attrs: { key, isVoid, data } }: Node | Mark) => ({
  ...(key !== null && { key }),
  ...(isVoid !== null && { isVoid }),
  ...(data !== null && { data }),
})

type Inlines = (Doc.Inline | Doc.Text)[]

const WRAPPERS = [schema.marks.annotation!, schema.marks.link!]

function writeInlines(nodes: readonly Node[]): Inlines {
  const written = wrap(nodes, 0)
  return written.length > 0 ? written : [{ object: 'text', leaves: [{ object: 'leaf', text: '', marks: [] }] }]
}

/** Nodes that share a wrapper are put into it. */
function wrap(nodes: readonly Node[], level: number): Inlines {
  const type = WRAPPERS[level]
  if (!type) return writeFlat(nodes)
  const written: Inlines = []
  for (let at = 0; at < nodes.length; ) {
    const mark = type.isInSet(nodes[at]!.marks)
    let end = at + 1
    while (end < nodes.length && same(mark, type.isInSet(nodes[end]!.marks))) end++
    const inside = wrap(nodes.slice(at, end), level + 1)
    if (!mark) written.push(...inside)
    else {
      const { fragments = null } = mark.attrs
      const inline: Doc.Inline = { object: 'inline', type: type.name, ...elementOf(mark), nodes: inside }
      written.push(fragments === null ? inline : { ...inline, fragments })
    }
    at = end
  }
  return written
}

const same = (one: Mark | undefined, other: Mark | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && one.eq(other))

/** An inline without text of its own. */
export const writeInline = (node: Node): Doc.Inline =>
  node.type === schema.nodes.kept_inline
    ? (node.attrs.node as Doc.Inline)
    : { object: 'inline', type: typeOf(node), ...elementOf(node) }

function writeFlat(nodes: readonly Node[]): Inlines {
  const written: Inlines = []
  for (const node of nodes) {
    if (!node.isText && node.type !== schema.nodes.break) {
      written.push(writeInline(node))
      continue
    }
    const leaf = { object: 'leaf' as const, text: node.isText ? node.text! : '\n', marks: marksOf(node) }
    const last = written.at(-1)
    if (last?.object !== 'text') written.push({ object: 'text', leaves: [leaf] })
    else if (JSON.stringify(last.leaves.at(-1)!.marks) !== JSON.stringify(leaf.marks)) last.leaves.push(leaf)
    else last.leaves.at(-1)!.text += leaf.text
  }
  return written
}

const marksOf = ({ marks }: Node): Doc.Mark[] =>
  marks
    .filter(({ type }) => !WRAPPERS.includes(type))
    .map((mark) => {
      const { data, mark: other } = mark.attrs
      if (other) return other as Doc.Mark
      return { object: 'mark', type: markTypeOf(mark), ...(data !== null && { data }) }
    })
