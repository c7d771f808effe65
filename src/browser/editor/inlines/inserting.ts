// Puts an inline in place of what was typed.
import { NodeSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
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

export function removeInline(view: EditorView, at: number): void {
  const node = view.state.doc.nodeAt(at)
  if (node?.isInline) view.dispatch(view.state.tr.delete(at, at + node.nodeSize))
  view.focus()
}
