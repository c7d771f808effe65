// What the menu of a block offers.
import type { Node } from 'prosemirror-model'
import { type Command, NodeSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { MenuItem } from '../../ui/menu.tsx'
import { editorWords } from '../../words-editor.ts'
import { addCaption, addPart, duplicate, moveDown, moveUp, remove } from '../commands/block-commands.ts'
import { turnsOf } from '../commands/turning.ts'
import { typeOf } from '../contract.ts'
import { blockNodes, schema } from '../schema.ts'
import { tableData } from '../table/data.ts'
import { emptyRow } from '../table/shape.ts'
import { ask } from '../views/asked.ts'

const PARTS = new Set(['tabs-item', 'stepper-step', 'column', 'update'])

interface Asking {
  settings(at: number): void
  /** Asks for pictures, which go to this place. */
  addPictures(at: number): void
}

export function blockItems(view: EditorView, at: number, asking: Asking): MenuItem[] {
  const node = view.state.doc.nodeAt(at)
  if (!node) return []
  /** Selects the block, and does it. */
  const on = (command: Command) => () => {
    const selection = NodeSelection.create(view.state.doc, at)
    view.dispatch(view.state.tr.setSelection(selection))
    command(view.state, view.dispatch)
    view.focus()
  }
  const item = (text: string, icon: MenuItem['icon'], command: Command): MenuItem => ({
    label: text,
    ...(icon && { icon }),
    run: on(command),
  })
  if (node.type.name === 'table_row') return rowItems(view, at, item)
  return [
    ...ownItems(view, at, asking),
    ...(lacksCaption(node) ? [item(editorWords.addCaption, 'text', addCaption(at))] : []),
    ...(turnsOf(node).length > 0
      ? [{ label: editorWords.turnInto, icon: 'updown' as const, run: () => ask({ kind: 'turn', at }) }]
      : []),
    ...(canBeConditional(view, at)
      ? [{ label: editorWords.onlyForSome, icon: 'branch' as const, run: () => makeConditional(view, at) }]
      : []),
    item(editorWords.duplicate, 'copy', duplicate),
    item(editorWords.moveUp, 'up', moveUp),
    item(editorWords.moveDown, 'down', moveDown),
    item(editorWords.remove, 'close', remove),
    ...partsAround(view, at).flatMap((around) => [...ownItems(view, around, asking), ...wholeItems(view, around)]),
  ]
}

/** What the block that a part belongs to turns into: of it, too, there is nothing to point at. */
function wholeItems({ state }: EditorView, part: number): MenuItem[] {
  const $part = state.doc.resolve(part)
  if ($part.depth === 0 || !PARTS.has(typeOf($part.nodeAfter!)) || turnsOf($part.parent).length === 0) return []
  return [turnItem($part.parent, $part.before())]
}

const turnItem = (whole: Node, at: number): MenuItem => ({
  label: editorWords.turnWhole(blockNodes[typeOf(whole)]!.label!),
  icon: 'updown',
  run: () => ask({ kind: 'turn', at }),
})

/** What only this kind of block has. */
function ownItems(view: EditorView, at: number, { settings, addPictures }: Asking): MenuItem[] {
  const node = view.state.doc.nodeAt(at)!
  const type = typeOf(node)
  const { label = '', fields = [] } = blockNodes[type] ?? {}
  const add = () => {
    addPart(at)(view.state, view.dispatch)
    view.focus()
  }
  return [
    ...(fields.length > 0
      ? [{ label: editorWords.settings(label), icon: 'edit' as const, run: () => settings(at) }]
      : []),
    ...(type === 'image'
      ? [
          {
            label: editorWords.pictures.addAnother,
            icon: 'plus' as const,
            run: () => addPictures(at + node.nodeSize),
          },
        ]
      : []),
    ...(PARTS.has(type) ? [{ label: editorWords.addPart(label), icon: 'plus' as const, run: add }] : []),
  ]
}

/** The tab, the column or the step that a block is in, and the row of a picture: there is nothing of them to point at. */
function partsAround({ state }: EditorView, at: number): number[] {
  const $at = state.doc.resolve(at)
  const depths = Array.from({ length: $at.depth }, (_, index) => $at.depth - index)
  const isPart = (depth: number) => PARTS.has(typeOf($at.node(depth)))
  const nearest = depths.filter((depth) => isPart(depth) || typeOf($at.node(depth)) === 'images')
  return nearest.slice(0, nearest.findIndex(isPart) + 1 || nearest.length).map((depth) => $at.before(depth))
}

type MakeItem = (text: string, icon: MenuItem['icon'], command: Command) => MenuItem

/** A row of a table has the actions of the table, too. */
function rowItems(view: EditorView, at: number, item: MakeItem): MenuItem[] {
  const $at = view.state.doc.resolve(at)
  const { table: names } = editorWords
  const add =
    (below: boolean): Command =>
    ({ tr }, dispatch) => {
      const place = below ? at + $at.nodeAfter!.nodeSize : at
      dispatch?.(tr.insert(place, emptyRow(schema, tableData($at.parent))))
      return true
    }
  return [
    item(names.addRowAbove, 'plus', add(false)),
    item(names.addRowBelow, 'plus', add(true)),
    item(editorWords.duplicate, 'copy', duplicate),
    item(editorWords.moveUp, 'up', moveUp),
    item(editorWords.moveDown, 'down', moveDown),
    item(editorWords.remove, 'close', remove),
    ...(turnsOf($at.parent).length > 0 ? [turnItem($at.parent, $at.before())] : []),
    { label: names.settings, icon: 'table', run: () => ask({ kind: 'table', at: $at.before() }) },
    {
      label: names.removeTable,
      icon: 'close',
      run() {
        view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, $at.before())))
        remove(view.state, view.dispatch)
        view.focus()
      },
    },
  ]
}

const lacksCaption = (node: Node): boolean => node.childCount === 0 && node.type.spec.content === 'caption?'

const canBeConditional = ({ state }: EditorView, at: number): boolean => {
  const $at = state.doc.resolve(at)
  return $at.nodeAfter?.type.name !== 'if' && $at.parent.canReplaceWith($at.index(), $at.index() + 1, schema.nodes.if!)
}

/** Puts the block into a condition, and asks for it. */
function makeConditional(view: EditorView, at: number): void {
  const { doc, tr } = view.state
  const range = doc.resolve(at).blockRange(doc.resolve(at + doc.nodeAt(at)!.nodeSize))
  if (!range) return
  view.dispatch(tr.wrap(range, [{ type: schema.nodes.if!, attrs: { data: { expression: 'true' } } }]))
  ask({ kind: 'node', at, isNew: true })
}
