// Puts an inline in place of what was typed.
import { NodeSelection, Selection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { paragraphOf } from '../blocks/making.ts'
import { nameOf } from '../contract.ts'
import { schema } from '../schema.ts'

export function insertInline(view: EditorView, type: string, data: Record<string, unknown>, from?: number): number {
  const { tr, selection } = view.state
  const start = from ?? selection.from
  const made = schema.nodes[nameOf(type)]!.create({ data, isVoid: true }, null, selection.$from.marks())
  view.dispatch(tr.replaceWith(start, selection.to, made).scrollIntoView())
  view.focus()
  return start
}

/** Selects it, so that what opens next is about it. */
export function selectInline(view: EditorView, at: number): void {
  view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)))
}

/** Nobody said what it is: it was never there. What is in a block stays, or an empty paragraph. */
export function takeBack(view: EditorView, at: number): void {
  const { doc, tr } = view.state
  const node = doc.nodeAt(at)
  if (!node) return
  const end = at + node.nodeSize
  if (node.isInline) tr.delete(at, end)
  else {
    tr.replaceWith(at, end, node.childCount > 0 ? node.content : paragraphOf(schema))
    tr.setSelection(Selection.near(tr.doc.resolve(at + 1)))
  }
  view.dispatch(tr)
  view.focus()
}
