// What can be done with a whole block.
import { Fragment, type Node, type ResolvedPos, type Schema } from 'prosemirror-model'
import {
  type Command,
  type EditorState,
  NodeSelection,
  Selection,
  TextSelection,
  type Transaction,
} from 'prosemirror-state'
import { typeOf } from '../contract.ts'
import { blockNodes } from '../schema.ts'

/** Whether the node is a block by itself, not a line of code or an item of a list. */
export const isWhole = (node: Node): boolean =>
  blockNodes[typeOf(node)]?.label !== undefined && node.type.name !== 'code_line'

/** The innermost block around a position, by where it begins. */
export function blockAround($at: ResolvedPos): number | undefined {
  // In a table, the row is what has a handle.
  for (let depth = $at.depth; depth > 0; depth--)
    if ($at.node(depth).type.name === 'table_row') return $at.before(depth)
  if ($at.nodeAfter && isWhole($at.nodeAfter) && $at.nodeAfter.isBlock) return $at.pos
  for (let depth = $at.depth; depth > 0; depth--) if (isWhole($at.node(depth))) return $at.before(depth)
  return undefined
}

/** The block that is selected, or that has the cursor. */
export const currentBlock = ({ selection }: EditorState): number | undefined =>
  selection instanceof NodeSelection && selection.node.isBlock ? selection.from : blockAround(selection.$from)

/** In a list, the item is what moves. */
export function movable(state: EditorState): number | undefined {
  const at = currentBlock(state)
  if (at === undefined) return undefined
  const $at = state.doc.resolve(at)
  return $at.parent.type === state.schema.nodes.list_item && $at.index() === 0 ? $at.before() : at
}

const onCurrent =
  (
    change: (transaction: Transaction, at: number, node: Node) => Transaction | undefined,
    find = currentBlock,
  ): Command =>
  (state, dispatch) => {
    const at = find(state)
    const node = at === undefined ? null : state.doc.nodeAt(at)
    const changed = node ? change(state.tr, at!, node) : undefined
    if (changed) dispatch?.(changed.scrollIntoView())
    return changed !== undefined
  }

/** Copies have keys of their own. */
export const withoutKeys = (node: Node): Node => {
  if (node.isText) return node
  const attrs = 'key' in node.attrs ? { ...node.attrs, key: null } : node.attrs
  return node.type.create(attrs, Fragment.from(node.children.map(withoutKeys)), node.marks)
}

export const duplicate: Command = onCurrent((transaction, at, node) =>
  transaction.insert(at + node.nodeSize, withoutKeys(node)),
)

export const remove: Command = onCurrent((transaction, at, node) => {
  const $at = transaction.doc.resolve(at)
  // A container that would be empty goes too.
  if ($at.parent.childCount > 1) return transaction.delete(at, at + node.nodeSize)
  if ($at.depth === 0)
    return transaction.replaceWith(at, at + node.nodeSize, node.type.schema.nodes.paragraph!.create({ data: {} }))
  let depth = $at.depth
  while (depth > 1 && $at.node(depth - 1).childCount === 1) depth--
  return transaction.delete($at.before(depth), $at.after(depth))
})

const move = (direction: -1 | 1): Command =>
  onCurrent((transaction, at, node) => {
    const $at = transaction.doc.resolve(at)
    const index = $at.index()
    const other = $at.parent.maybeChild(index + direction)
    if (!other) return undefined
    const to = direction < 0 ? at - other.nodeSize : at + other.nodeSize
    const { from } = transaction.selection
    const isSelected = transaction.selection instanceof NodeSelection
    transaction.delete(at, at + node.nodeSize).insert(to, node)
    return transaction.setSelection(
      isSelected ? NodeSelection.create(transaction.doc, to) : Selection.near(transaction.doc.resolve(to + from - at)),
    )
  }, movable)

export const moveUp = move(-1)
export const moveDown = move(1)

/** Selects the block around the cursor, and then the block around that. */
export const selectBlock: Command = (state, dispatch) => {
  const { selection } = state
  const $from = selection.$from
  const at =
    selection instanceof NodeSelection
      ? blockAround(state.doc.resolve(Math.max(0, selection.from)))
      : blockAround($from)
  const outer = selection instanceof NodeSelection && at === selection.from ? parentBlock($from) : at
  if (outer === undefined) return false
  dispatch?.(state.tr.setSelection(NodeSelection.create(state.doc, outer)))
  return true
}

function parentBlock($at: ResolvedPos): number | undefined {
  for (let depth = $at.depth; depth > 0; depth--) if (isWhole($at.node(depth))) return $at.before(depth)
  return undefined
}

/** The innermost place that takes the block: the empty paragraph at the cursor, or below a block around it. */
function spotFor($from: ResolvedPos, made: Node): { at: number; end: number } | undefined {
  const isVacant = $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0
  for (let depth = $from.depth; depth > 0; depth--) {
    const around = $from.node(depth - 1)
    const index = $from.index(depth - 1)
    const isHere = isVacant && depth === $from.depth && around.canReplaceWith(index, index + 1, made.type)
    if (isHere) return { at: $from.before(depth), end: $from.after(depth) }
    if (around.canReplaceWith(index + 1, index + 1, made.type))
      return { at: $from.after(depth), end: $from.after(depth) }
  }
  return undefined
}

/** Puts a block in place of the empty paragraph at the cursor, or below the block there. */
export const insertBlock =
  (create: (schema: Schema) => Node): Command =>
  (state, dispatch) => {
    const made = create(state.schema)
    const spot = spotFor(state.selection.$from, made)
    if (!spot) return false
    const { at, end } = spot
    const transaction = state.tr.replaceWith(at, end, made)
    const inside = Selection.findFrom(transaction.doc.resolve(at), 1, true)
    const isText = inside !== null && inside.from < at + made.nodeSize
    if (isText) transaction.setSelection(inside)
    else if (made.type.spec.fields?.length) transaction.setSelection(NodeSelection.create(transaction.doc, at))
    else if (at + made.nodeSize >= transaction.doc.content.size) {
      transaction.insert(at + made.nodeSize, state.schema.nodes.paragraph!.create({ data: {} }))
      transaction.setSelection(TextSelection.create(transaction.doc, at + made.nodeSize + 1))
    }
    dispatch?.(transaction.scrollIntoView())
    return true
  }

/** Sets fields of `data`; an empty value removes a field. */
export const setData =
  (at: number, fields: Record<string, unknown>): Command =>
  (state, dispatch) => {
    const node = state.doc.nodeAt(at)
    if (!node || !('data' in node.attrs)) return false
    const data = Object.fromEntries(
      Object.entries({ ...(node.attrs.data as object | null), ...fields }).filter(
        ([, value]) => value !== '' && value !== undefined,
      ),
    )
    dispatch?.(state.tr.setNodeAttribute(at, 'data', data))
    return true
  }

/** Adds a part like the one at `at` below it: another tab, another step. */
export const addPart =
  (at: number): Command =>
  (state, dispatch) => {
    const part = state.doc.nodeAt(at)
    if (!part) return false
    const made = part.type.create({ data: {} }, state.schema.nodes.paragraph!.create({ data: {} }))
    const transaction = state.tr.insert(at + part.nodeSize, made)
    dispatch?.(
      transaction.setSelection(Selection.near(transaction.doc.resolve(at + part.nodeSize + 2))).scrollIntoView(),
    )
    return true
  }

/** A picture, a file or an embed gets a caption to write. */
export const addCaption =
  (at: number): Command =>
  (state, dispatch) => {
    const { caption, paragraph } = state.schema.nodes
    const made = caption!.create({ fragment: 'caption' }, paragraph!.create({ data: {} }))
    const transaction = state.tr.insert(at + 1, made)
    dispatch?.(transaction.setSelection(TextSelection.create(transaction.doc, at + 3)).scrollIntoView())
    return true
  }
