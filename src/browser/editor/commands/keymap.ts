// The keys of the editor.
import { baseKeymap, chainCommands, splitBlock } from 'prosemirror-commands'
import { closeHistory, redo, undo } from 'prosemirror-history'
import { undoInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import { type Command, NodeSelection, type Plugin, type Transaction } from 'prosemirror-state'
import { typeOf } from '../contract.ts'
import { formats } from '../formats.ts'
import { markKeys } from '../inlines/marks.ts'
import { blockNodes, schema } from '../schema.ts'
import { ask, askSettings, OWN_DIALOG } from '../views/asked.ts'
import { duplicate, moveDown, moveUp, remove, selectBlock } from './block-commands.ts'
import { duplicateRange, extendDown, extendUp, moveRangeDown, moveRangeUp, removeRange } from './block-range.ts'
import { endKeys } from './ends.ts'
import { becomeText, enterBody, enterStep, fence, goBelow, leaveBlock, leavePart, nextStep } from './leaving.ts'

const insertBreak: Command = (state, dispatch) => {
  if (state.selection.$from.parent.type.spec.code) return false
  dispatch?.(state.tr.replaceSelectionWith(schema.nodes.break!.create(), true).scrollIntoView())
  return true
}

/** A split heading goes on as a paragraph; a new block has no data of the old one. */
const split: Command = (state, dispatch) => {
  const { $from, $to, empty } = state.selection
  const isAtEnd = empty && $to.parentOffset === $to.parent.content.size
  if (!$from.parent.isTextblock || $from.parent.type.spec.code || !isAtEnd) return splitBlock(state, dispatch)
  return splitBlock(
    state,
    dispatch &&
      ((transaction) => {
        const at = transaction.selection.$from.before()
        dispatch(transaction.setNodeMarkup(at, schema.nodes.paragraph!, { key: null, data: {}, isVoid: null }))
      }),
  )
}

/** Does nothing else where the command does nothing: with Shift, a letter would mean its key without Shift then. */
const alone =
  (command: Command): Command =>
  (state, dispatch, view) => {
    command(state, dispatch, view)
    return true
  }

const own: Record<string, Command> = {
  ...endKeys,
  'Mod-z': alone(chainCommands(undoInputRule, undo)),
  'Mod-y': alone(redo),
  'Mod-Shift-z': alone(redo),
  Backspace: chainCommands(undoInputRule, removeRange, becomeText),
  Delete: removeRange,
  'Shift-ArrowUp': extendUp,
  'Shift-ArrowDown': extendDown,
  ArrowDown: goBelow,
  Escape: selectBlock,
  'Alt-ArrowUp': chainCommands(moveRangeUp, moveUp),
  'Alt-ArrowDown': chainCommands(moveRangeDown, moveDown),
  'Mod-Shift-d': alone(chainCommands(duplicateRange, duplicate)),
  'Mod-Shift-Backspace': chainCommands(removeRange, remove),
  'Mod-Enter': leaveBlock,
  'Shift-Enter': chainCommands(insertBreak, splitBlock),
}

/** Enter opens the dialog of what is selected. */
const editInline: Command = ({ selection }, dispatch) => {
  if (!(selection instanceof NodeSelection) || !OWN_DIALOG.has(selection.node.type.name)) return false
  if (dispatch) ask({ kind: 'node', at: selection.from })
  return true
}

/** The settings of what has a name around the cursor, such as a tab. */
const rename: Command = ({ selection: { $from } }, dispatch) => {
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth)
    if (!blockNodes[typeOf(node)]?.fields?.some(({ name }) => name === 'title')) continue
    if (dispatch) askSettings(node, $from.before(depth))
    return true
  }
  return false
}

/** The commands of one key in order: the first that applies is taken. */
export function keymaps(): Plugin[] {
  const maps = [...formats.flatMap(({ keys }) => (keys ? [keys(schema)] : [])), markKeys(schema)]
  return [
    ...maps.map((map) => keymap(map)),
    keymap({
      ...own,
      F2: rename,
      Enter: chainCommands(editInline, fence, enterBody, enterStep, nextStep, leavePart, enter),
    }),
    keymap(baseKeymap),
  ]
}

const enter: Command = (state, dispatch, view) => {
  const { $from, empty } = state.selection
  const isVacant = empty && $from.parent.isTextblock && $from.parent.content.size === 0 && $from.depth > 1
  // An empty line in a container leaves it, as the base does.
  // What is typed in a new line is undone apart.
  const close = dispatch && ((transaction: Transaction) => dispatch(closeHistory(transaction)))
  return isVacant && !$from.parent.type.spec.code ? false : $from.parent.isTextblock && split(state, close, view)
}
