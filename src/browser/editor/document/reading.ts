// Document → editor. Every node of the editor that comes from a document remembers it, so that what is not touched goes
// back exactly as it came. What the schema cannot hold is kept whole.
import { Fragment, type Mark, type Node, type NodeType } from 'prosemirror-model'
import type * as Doc from '../../../engine/document.ts'
import { nameOf } from '../contract.ts'
import { markNameOf } from '../inlines/marks.ts'
import { nextAt } from '../inlines/wrappers.ts'
import { blockNodes, inlineNodes, schema } from '../schema.ts'

/** What a node of the editor was made of. */
export const origins = new WeakMap<Node, Doc.Block>()

export function readDocument({ data, nodes }: Doc.Document): Node {
  const blocks = nodes.map(readBlock)
  return schema.nodes.doc!.create({ data }, blocks.length > 0 ? blocks : emptyParagraph())
}

/** Something to put the cursor into. It is not part of the document as long as it is empty. */
const emptyParagraph = (): Node => schema.nodes.paragraph!.create()

export function readBlock(block: Doc.Block): Node {
  const node = readKnown(block) ?? schema.nodes.kept!.create({ key: block.key ?? null, node: block })
  origins.set(node, block)
  return node
}

function readKnown(block: Doc.Block): Node | undefined {
  const spec = Object.hasOwn(blockNodes, block.type) ? blockNodes[block.type]! : undefined
  // Parts of blocks that are no blocks of documents have no data.
  if (!spec?.attrs || !('data' in spec.attrs)) return undefined
  const type = schema.nodes[nameOf(block.type)]!
  if (spec.shape) {
    const read = spec.shape.read(block, readBlock, schema)
    return read && type.create({ ...elementOf(block), ...read.attrs }, read.content)
  }
  const content = contentOf(block, spec.holds)
  if (!content) return undefined
  if (type.validContent(content)) return type.create(elementOf(block), content)
  return content.childCount === 0 ? (type.createAndFill(elementOf(block)) ?? undefined) : undefined
}

function contentOf({ nodes = [], fragments = [] }: Doc.Block, holds: string): Fragment | undefined {
  if (holds === 'fragments') return nodes.length > 0 ? undefined : readFragments(fragments)
  if (fragments.length > 0) return undefined
  if (holds === 'inlines') return nodes.some(isBlock) ? undefined : Fragment.from(readInlines(nodes as Inlines, []))
  if (holds === 'blocks') return nodes.every(isBlock) ? Fragment.from(nodes.map(readBlock)) : undefined
  return nodes.length > 0 ? undefined : Fragment.empty
}

const isBlock = (node: { object: string }): node is Doc.Block => node.object === 'block'

function readFragments(fragments: readonly Doc.Fragment[]): Fragment | undefined {
  const read = fragments.map((each) => {
    const type: NodeType | undefined = schema.nodes[nameOf(each.type ?? each.fragment ?? '')]
    const content = Fragment.from(each.nodes.map(readBlock))
    const { key = null, fragment = null, type: given = null } = each
    return type?.validContent(content) ? type.create({ key, fragment, type: given }, content) : undefined
  })
  return read.includes(undefined) ? undefined : Fragment.from(read as Node[])
}

const elementOf = ({ key, data, isVoid }: Doc.Block | Doc.Inline) => ({
  key: key ?? null,
  data: data ?? null,
  isVoid: isVoid ?? null,
})

type Inlines = (Doc.Inline | Doc.Text)[]

function readInlines(nodes: Inlines, marks: readonly Mark[]): Node[] {
  return nodes.flatMap((node) => {
    if (node.object === 'text') return node.leaves.flatMap((leaf) => readLeaf(leaf, marks))
    return readInline(node, marks) ?? [schema.nodes.kept_inline!.create({ node }, null, marks)]
  })
}

function readLeaf({ text, marks: own }: Doc.Leaf, around: readonly Mark[]): Node[] {
  const marks = own.reduce((set, mark) => readMark(mark).addToSet(set), around)
  return text
    .split('\n')
    .flatMap((line, at) => [
      ...(at > 0 ? [schema.nodes.break!.create(null, null, marks)] : []),
      ...(line === '' ? [] : [schema.text(line, marks)]),
    ])
}

/** Names in the schema that are no type of mark in documents. */
const NOT_MARKS = new Set(['other', 'link', 'annotation', markNameOf('code')])

function readMark(mark: Doc.Mark): Mark {
  const type = NOT_MARKS.has(mark.type) ? undefined : schema.marks[markNameOf(mark.type)]
  return type ? type.create({ data: mark.data ?? null }) : schema.marks.other!.create({ mark })
}

/** Inlines that are marks here, with those that may be inside them. */
const WRAPPING = new Map([
  ['annotation', ['link']],
  ['link', []],
])

/** Undefined if the inline has to be kept whole. */
function readInline(inline: Doc.Inline, marks: readonly Mark[]): Node[] | undefined {
  const { type, nodes = [], fragments } = inline
  const inside = WRAPPING.get(type)
  if (!inside) {
    const isKnown = Object.hasOwn(inlineNodes, type) && type !== 'break' && type !== 'kept-inline'
    if (!isKnown || nodes.length > 0 || fragments) return undefined
    return [schema.nodes[nameOf(type)]!.create(elementOf(inline), null, marks)]
  }
  if ((type === 'link' && fragments) || nodes.some((each) => !fits(each, inside))) return undefined
  const more = type === 'annotation' ? { fragments: fragments ?? null } : {}
  const wrapper = schema.marks[type]!.create({ ...elementOf(inline), ...more, at: nextAt() })
  const read = readInlines(nodes, wrapper.addToSet(marks))
  return read.length > 0 ? read : undefined
}

const fits = (node: Doc.Inline | Doc.Text, inside: readonly string[]): boolean =>
  node.object === 'text' || !WRAPPING.has(node.type) || inside.includes(node.type)
