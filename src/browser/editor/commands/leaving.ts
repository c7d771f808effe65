// Getting out of blocks: to the paragraph below, from the last empty line, from a title to its body.
import { setBlockType } from 'prosemirror-commands'
import { type Command, NodeSelection, Selection, TextSelection } from 'prosemirror-state'
import { schema } from '../schema.ts'

const { paragraph } = schema.nodes

/** Parts of blocks, which an empty last line leaves. */
const PARTS = new Set(['tabs_item', 'column', 'expandable_body', 'update'])

/** Enter in an empty last line of a tab, a column or an expandable goes on below the whole block. */
export const leavePart: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  const isVacant = empty && $from.parent.type === paragraph && $from.parent.content.size === 0
  if (!isVacant || $from.depth < 3 || !PARTS.has($from.node(-1).type.name)) return false
  const isLast = $from.index(-1) === $from.node(-1).childCount - 1 && $from.node(-1).childCount > 1
  if (!isLast) return false
  const below = $from.after(-2)
  const transaction = state.tr.insert(below, paragraph!.create({ data: {} })).delete($from.before(), $from.after())
  const at = transaction.mapping.map(below, -1)
  dispatch?.(transaction.setSelection(Selection.near(transaction.doc.resolve(at))).scrollIntoView())
  return true
}

/** Enter in the title of an expandable goes to its body. */
export const enterBody: Command = (state, dispatch) => {
  const { $from } = state.selection
  if ($from.depth < 2 || $from.node(-1).type !== schema.nodes.expandable_title) return false
  dispatch?.(state.tr.setSelection(Selection.near(state.doc.resolve($from.after(-1)))).scrollIntoView())
  return true
}

/** Backspace at the start of a heading or of empty code makes it a paragraph. */
export const becomeText: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  if (!empty || $from.parentOffset > 0) return false
  if (/^heading_/.test($from.parent.type.name))
    return setBlockType(paragraph!, { key: $from.parent.attrs.key, data: {} })(state, dispatch)
  const isEmptyCode =
    $from.parent.type === schema.nodes.code_line && $from.node(-1).textContent === '' && $from.node(-1).childCount === 1
  if (!isEmptyCode) return false
  const at = $from.before(-1)
  const transaction = state.tr.replaceWith(at, $from.after(-1), paragraph!.create({ data: {} }))
  dispatch?.(transaction.setSelection(TextSelection.create(transaction.doc, at + 1)))
  return true
}

/** The arrow down at the end of the page makes a place to go on. */
export const goBelow: Command = (state, dispatch, view) => {
  const { selection, doc } = state
  const last = doc.lastChild!
  const isSelected = selection instanceof NodeSelection && selection.to === doc.content.size
  const isAtEnd =
    selection.empty && Selection.atEnd(doc).from === selection.from && (view?.endOfTextblock('down') ?? true)
  if (!(isSelected || isAtEnd) || last.type === paragraph) return false
  const transaction = state.tr.insert(doc.content.size, paragraph!.create({ data: {} }))
  dispatch?.(transaction.setSelection(Selection.atEnd(transaction.doc)).scrollIntoView())
  return true
}

function belowOf(selection: Selection): number | undefined {
  if (selection instanceof NodeSelection && selection.node.isBlock) return selection.to
  const { $to } = selection
  let depth = $to.depth - 1
  while (depth > 0 && !$to.node(depth).type.isInGroup('block')) depth--
  return $to.depth === 0 ? undefined : $to.after(Math.max(depth, 1))
}

/** Goes on below the innermost block that holds the one with the cursor, or below that one if none does. */
export const leaveBlock: Command = (state, dispatch) => {
  const below = belowOf(state.selection)
  if (below === undefined) return false
  const transaction = state.tr.insert(below, paragraph!.create({ data: {} }))
  dispatch?.(transaction.setSelection(TextSelection.create(transaction.doc, below + 1)).scrollIntoView())
  return true
}

/** Enter after ``` and a language makes code. */
export const fence: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  const match = $from.parent.type === paragraph && /^```([\w+#.-]{0,40})$/.exec($from.parent.textContent)
  if (!empty || !match || $from.parentOffset < $from.parent.content.size) return false
  const data = match[1] ? { syntax: match[1] } : {}
  const made = schema.nodes.code!.create({ data }, schema.nodes.code_line!.create({ data: {} }))
  const at = $from.before()
  const transaction = state.tr.replaceWith(at, $from.after(), made)
  dispatch?.(transaction.setSelection(TextSelection.create(transaction.doc, at + 2)).scrollIntoView())
  return true
}

/** Enter at the end of the title of a step goes to the empty line below it. */
export const enterStep: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  const isTitle = /^heading_/.test($from.parent.type.name) && $from.depth > 1
  if (!empty || !isTitle || $from.node(-1).type !== schema.nodes.stepper_step) return false
  const below = $from.node(-1).maybeChild($from.index(-1) + 1)
  const isAtEnd = $from.parentOffset === $from.parent.content.size
  if (!isAtEnd || below?.type !== paragraph || below?.content.size !== 0) return false
  dispatch?.(state.tr.setSelection(TextSelection.create(state.doc, $from.after() + 1)).scrollIntoView())
  return true
}

/**
 * Enter in an empty last line of a step begins the next step. In a step without words it ends the steps, and goes on
 * below them.
 */
export const nextStep: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  const { stepper_step: type, heading_3: heading } = schema.nodes
  const isVacant = empty && $from.parent.type === paragraph && $from.parent.content.size === 0
  if (!isVacant || $from.depth < 3 || $from.node(-1).type !== type) return false
  const step = $from.node(-1)
  if (step.childCount < 2 || $from.index(-1) < step.childCount - 1) return false
  const { tr } = state
  const isUnused = step.textContent === '' && $from.node(-2).childCount > 1
  const isLast = $from.index(-2) === $from.node(-2).childCount - 1
  if (isUnused && isLast) {
    const below = $from.after(-2)
    tr.insert(below, paragraph!.create({ data: {} })).delete($from.before(-1), $from.after(-1))
    tr.setSelection(Selection.near(tr.doc.resolve(tr.mapping.map(below, -1))))
  } else {
    const made = type!.create({ data: {} }, [heading!.create({ data: {} }), paragraph!.create({ data: {} })])
    const after = $from.after(-1)
    tr.insert(after, made).delete($from.before(), $from.after())
    tr.setSelection(Selection.near(tr.doc.resolve(tr.mapping.map(after, -1) + 1)))
  }
  dispatch?.(tr.scrollIntoView())
  return true
}
