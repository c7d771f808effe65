// Blocks turn into one another without losing a word: text, lists, quotes, hints, code and expandables, and blocks of
// parts.
import type { Node } from 'prosemirror-model'
import { type Command, Selection } from 'prosemirror-state'
import { create, paragraphOf } from '../blocks/making.ts'
import { nameOf, typeOf } from '../contract.ts'
import { schema } from '../schema.ts'
import { withoutKeys } from './block-commands.ts'
import { ARRANGEMENTS, arrangementOf, expandablesOf, inOrder, listOf, type Part, partsOf } from './parts.ts'

const TEXTS = ['paragraph', 'heading-1', 'heading-2', 'heading-3'] as const
const LISTS = ['list-unordered', 'list-ordered', 'list-tasks'] as const
const WRAPS = ['blockquote', 'hint'] as const

/** What blocks of words turn into, in the order in which it is offered. */
export const TURNS = [...TEXTS, ...LISTS, ...WRAPS, 'code', 'expandable'] as const
export type Turn = (typeof TURNS | typeof ARRANGEMENTS)[number]

/** What blocks of parts turn into. Text are their blocks one after the other. */
const PART_TURNS: Record<string, readonly Turn[]> = {
  tabs: ['paragraph', 'stepper', 'columns', 'expandable'],
  stepper: ['paragraph', 'list-ordered', 'tabs', 'columns', 'expandable'],
  columns: ['paragraph', 'tabs', 'stepper'],
  table: ['paragraph', 'list-unordered', 'list-ordered'],
}

const isOneOf = <T extends string>(types: readonly T[], type: string): type is T =>
  (types as readonly string[]).includes(type)

const isText = (node: Node): boolean => isOneOf(TEXTS, typeOf(node))

/** The blocks of which a block is made, without what it adds to them. */
function insidesOf(node: Node): Node[] {
  const type = typeOf(node)
  if (type === 'code') return node.children.map((line) => paragraphOf(schema, line.textContent))
  if (isOneOf(LISTS, type)) return node.children.flatMap((item) => item.children)
  if (isOneOf(WRAPS, type)) return [...node.children]
  if (type === 'expandable') return node.children.flatMap((part) => part.children).filter(({ content }) => content.size)
  return [node]
}

const asText = (node: Node, type: string): Node =>
  isText(node) ? schema.nodes[nameOf(type)]!.create({ data: {} }, node.content) : withoutKeys(node)

const asParagraphs = (nodes: readonly Node[]): Node[] => nodes.map((node) => asText(node, 'paragraph'))

const linesOf = (node: Node): string[] => node.textBetween(0, node.content.size, '\n', '\n').split('\n')

function codeOf(nodes: readonly Node[]): Node {
  const lines = nodes.flatMap(linesOf)
  const made = lines.map((line) => schema.nodes.code_line!.create({ data: {} }, line === '' ? [] : schema.text(line)))
  return create(schema, 'code', {}, made)
}

function turnedParts(parts: readonly Part[], to: Turn): Node[] {
  if (isOneOf(ARRANGEMENTS, to)) return [arrangementOf(parts, to)]
  if (isOneOf(LISTS, to)) return [listOf(parts, to, {})]
  return to === 'expandable' ? expandablesOf(parts) : inOrder(parts)
}

function turned(node: Node, to: Turn): Node[] {
  const parts = typeOf(node) in PART_TURNS || isOneOf(ARRANGEMENTS, to) ? partsOf(node) : undefined
  if (parts) return turnedParts(parts, to)
  const insides = insidesOf(node)
  if (isOneOf(TEXTS, to)) return insides.map((inside) => asText(inside, to))
  if (isOneOf(LISTS, to)) {
    const data = to === 'list-tasks' ? { checked: false } : {}
    return [
      create(
        schema,
        to,
        {},
        asParagraphs(insides).map((inside) => create(schema, 'list-item', data, [inside])),
      ),
    ]
  }
  if (to === 'code') return [codeOf(insides)]
  if (to === 'expandable') return expandablesOf([{ body: insides.map((inside) => asText(inside, 'paragraph')) }])
  return [create(schema, to, to === 'hint' ? { style: 'info' } : {}, asParagraphs(insides))]
}

/** What the block can turn into. Pictures and the like stay what they are, and so do tables with more than text. */
export function turnsOf(node: Node): readonly Turn[] {
  const type = typeOf(node)
  if (type in PART_TURNS) return partsOf(node) ? PART_TURNS[type]! : []
  if (!isOneOf(TURNS, type)) return []
  const others: readonly Turn[] = TURNS.filter((each) => each !== type)
  return isOneOf(LISTS, type) ? [...others, 'stepper'] : others
}

/** One block that becomes one block keeps its key, and with it the comments on it. */
export const turnInto =
  (at: number, to: Turn): Command =>
  (state, dispatch) => {
    const $at = state.doc.resolve(at)
    const node = $at.nodeAfter
    if (!node) return false
    const made = turned(node, to)
    const [first] = made
    const isAllowed = made.every(({ type }) => $at.parent.canReplaceWith($at.index(), $at.index() + 1, type))
    if (!first || !isAllowed) return false
    const kept = made.length === 1 ? [first.type.create({ ...first.attrs, key: node.attrs.key }, first.content)] : made
    const transaction = state.tr.replaceWith(at, at + node.nodeSize, kept)
    const size = kept.reduce((sum, { nodeSize }) => sum + nodeSize, 0)
    const end = Selection.findFrom(transaction.doc.resolve(at + size), -1, true)
    if (end) transaction.setSelection(end)
    dispatch?.(transaction.scrollIntoView())
    return true
  }
