// Links: set on the selection, found around the cursor, and taken away.
import type { Mark, MarkType } from 'prosemirror-model'
import type { Command, EditorState } from 'prosemirror-state'
import type { ContentRef } from '../../../engine/content-ref.ts'
import { nextAt } from '../inlines/wrappers.ts'
import { schema } from '../schema.ts'

const link = schema.marks.link!

interface Range {
  from: number
  to: number
  mark?: Mark | undefined
}

/** The selection, or the link around the cursor. */
export const linkRange = (state: EditorState): Range | undefined => markRange(state, link)

/** The selection, or the marked words around the cursor. */
export function markRange(
  { selection: { $from, from, to, empty }, doc }: EditorState,
  type: MarkType,
): Range | undefined {
  const mark = type.isInSet(empty ? $from.marks() : (doc.nodeAt(from)?.marks ?? []))
  if (!empty) return { from, to, mark }
  if (!mark) return undefined
  const start = $from.start()
  const around = { from: $from.pos, to: $from.pos, mark }
  $from.parent.forEach((child, offset) => {
    if (!mark.isInSet(child.marks)) return
    around.from = Math.min(around.from, start + offset)
    around.to = Math.max(around.to, start + offset + child.nodeSize)
  })
  return around
}

export const setLink =
  (ref: ContentRef, text: string): Command =>
  (state, dispatch) => {
    const range = linkRange(state)
    const { from } = state.selection
    const transaction = state.tr
    if (!range) transaction.insertText(text, from)
    const [start, end] = range ? [range.from, range.to] : [from, from + text.length]
    const before = range?.mark?.attrs
    const mark = link.create({ key: before?.key ?? null, data: { ...before?.data, ref }, at: nextAt() })
    transaction.removeMark(start, end, link).addMark(start, end, mark).removeStoredMark(link)
    dispatch?.(transaction)
    return true
  }

export const removeLink: Command = (state, dispatch) => {
  const range = linkRange(state)
  if (!range?.mark) return false
  dispatch?.(state.tr.removeMark(range.from, range.to, link))
  return true
}
