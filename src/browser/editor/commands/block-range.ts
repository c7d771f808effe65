// Several blocks side by side, selected as a whole: extended by Shift and the arrows, then moved, copied or removed.
import { type Node, type ResolvedPos, Slice } from 'prosemirror-model'
import {
  type Command,
  type EditorState,
  NodeSelection,
  Selection,
  type SelectionBookmark,
  type Transaction,
} from 'prosemirror-state'
import type { Mappable } from 'prosemirror-transform'
import { movable, withoutKeys } from './block-commands.ts'

/** Whole children of one node. The one that begins at the anchor stays selected while the other end moves. */
export class BlockRange extends Selection {
  static create(doc: Node, anchor: number, head: number): BlockRange {
    return new BlockRange(doc.resolve(anchor), doc.resolve(head))
  }

  override map(doc: Node, mapping: Mappable): Selection {
    // What comes beside them is not one of them.
    const forward = this.anchor < this.head ? 1 : -1
    const $anchor = doc.resolve(mapping.map(this.anchor, forward))
    const $head = doc.resolve(mapping.map(this.head, -forward))
    const isRange = $anchor.pos !== $head.pos && $anchor.sameParent($head) && !$anchor.parent.inlineContent
    return isRange ? new BlockRange($anchor, $head) : Selection.near($head)
  }

  override eq(other: Selection): boolean {
    return other instanceof BlockRange && other.anchor === this.anchor && other.head === this.head
  }

  override content(): Slice {
    const { parent } = this.$from
    return new Slice(parent.content.cut(this.$from.parentOffset, this.$to.parentOffset), 0, 0)
  }

  override toJSON(): { type: string; anchor: number; head: number } {
    return { type: 'blocks', anchor: this.anchor, head: this.head }
  }

  static override fromJSON(doc: Node, { anchor, head }: { anchor: number; head: number }): BlockRange {
    return BlockRange.create(doc, anchor, head)
  }

  override getBookmark(): SelectionBookmark {
    return bookmark(this.anchor, this.head)
  }
}

Selection.jsonID('blocks', BlockRange)
BlockRange.prototype.visible = false

const bookmark = (anchor: number, head: number): SelectionBookmark => ({
  map: (mapping) => bookmark(mapping.map(anchor), mapping.map(head)),
  resolve: (doc) => {
    const [$anchor, $head] = [doc.resolve(anchor), doc.resolve(head)]
    return $anchor.sameParent($head) && anchor !== head ? new BlockRange($anchor, $head) : Selection.near($head)
  },
})

/** One block is a selected node, so that its settings and its menu are at hand. */
const toSelection = (doc: Node, anchor: number, head: number): Selection => {
  const $from = doc.resolve(Math.min(anchor, head))
  const isOne = $from.nodeAfter?.nodeSize === Math.abs(head - anchor)
  return isOne ? NodeSelection.create(doc, $from.pos) : BlockRange.create(doc, anchor, head)
}

/** What is selected as a whole, or the block around the cursor: `head` is the end that moves. */
function wholeOf(state: EditorState): { anchor: number; head: number } | undefined {
  const { selection, doc } = state
  if (selection instanceof BlockRange) return selection
  const at = selection instanceof NodeSelection && selection.node.isBlock ? movable(state) : undefined
  return at === undefined ? undefined : { anchor: at, head: at + doc.nodeAt(at)!.nodeSize }
}

/** Adds the next block in this direction, or takes the last one back. Where there is none, the block around is taken. */
const extend =
  (direction: -1 | 1): Command =>
  (state, dispatch) => {
    const whole = wholeOf(state)
    if (!whole) return false
    const { doc } = state
    const next = extended(doc, whole, direction)
    if (next) dispatch?.(state.tr.setSelection(toSelection(doc, next.anchor, next.head)).scrollIntoView())
    return true
  }

function extended(doc: Node, { anchor, head }: { anchor: number; head: number }, direction: -1 | 1) {
  const [from, to] = [Math.min(anchor, head), Math.max(anchor, head)]
  const isOne = doc.resolve(from).nodeAfter!.nodeSize === to - from
  // From one block on, either end may move.
  const [fixed, moving] = !isOne ? [anchor, head] : direction > 0 ? [from, to] : [to, from]
  const $moving = doc.resolve(moving)
  const other = direction > 0 ? $moving.nodeAfter : $moving.nodeBefore
  if (other && !['table_row', 'code_line'].includes(other.type.name))
    return { anchor: fixed, head: moving + direction * other.nodeSize }
  return $moving.depth === 0 ? undefined : { anchor: $moving.before(), head: $moving.after() }
}

export const extendUp = extend(-1)
export const extendDown = extend(1)

const onRange =
  (change: (transaction: Transaction, range: BlockRange) => Transaction | undefined): Command =>
  (state, dispatch) => {
    const { selection, tr } = state
    if (!(selection instanceof BlockRange)) return false
    const changed = change(tr, selection)
    if (changed) dispatch?.(changed.scrollIntoView())
    return true
  }

const moveRange = (direction: -1 | 1): Command =>
  onRange((transaction, { $from, $to, anchor, head }) => {
    const other = direction < 0 ? $from.nodeBefore : $to.nodeAfter
    if (!other) return undefined
    const by = direction * other.nodeSize
    // The neighbour moves past them, so that they stay what they are.
    if (direction < 0) transaction.insert($to.pos, other).delete($from.pos - other.nodeSize, $from.pos)
    else transaction.delete($to.pos, $to.pos + other.nodeSize).insert($from.pos, other)
    return transaction.setSelection(BlockRange.create(transaction.doc, anchor + by, head + by))
  })

export const moveRangeUp = moveRange(-1)
export const moveRangeDown = moveRange(1)

/** A container that would be empty goes too; a page keeps an empty paragraph. */
export const removeRange: Command = onRange((transaction, { $from, $to }) => {
  const isAll = ($place: ResolvedPos) =>
    $from.parentOffset === 0 && $to.parentOffset === $place.parent.content.size && $place.depth > 0
  if ($from.depth === 0 && $from.pos === 0 && $to.pos === transaction.doc.content.size)
    return transaction.replaceWith(0, $to.pos, transaction.doc.type.schema.nodes.paragraph!.create({ data: {} }))
  if (!isAll($from)) return transaction.delete($from.pos, $to.pos)
  return transaction.setSelection(NodeSelection.create(transaction.doc, $from.before())).deleteSelection()
})

export const duplicateRange: Command = onRange((transaction, range) =>
  transaction.insert(range.to, range.content().content.content.map(withoutKeys)),
)
