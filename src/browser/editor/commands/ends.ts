// To the first and to the last words of the page. Browsers do not get past the blocks that a long page has not laid out.
import { type Command, Selection, TextSelection } from 'prosemirror-state'

const go =
  (side: 'atStart' | 'atEnd', isExtending: boolean): Command =>
  ({ doc, selection, tr }, dispatch, view) => {
    const end = Selection[side](doc)
    dispatch?.(
      tr.setSelection(isExtending ? TextSelection.between(selection.$anchor, end.$head) : end).scrollIntoView(),
    )
    if (dispatch && view && side === 'atStart') showBeginning(view.dom)
    return true
  }

/** The title is above the text. */
function showBeginning(text: Element): void {
  for (let around = text.parentElement; around; around = around.parentElement) around.scrollTop = 0
}

const KEYS = { atStart: ['Ctrl-Home', 'Meta-ArrowUp'], atEnd: ['Ctrl-End', 'Meta-ArrowDown'] } as const

export const endKeys: Record<string, Command> = Object.fromEntries(
  (['atStart', 'atEnd'] as const).flatMap((side) =>
    KEYS[side].flatMap((key) => [
      [key, go(side, false)],
      [`Shift-${key}`, go(side, true)],
    ]),
  ),
)
