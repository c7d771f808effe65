// The style of selected text, above the selection.
import { useRef } from 'preact/hooks'
import { type EditorState, NodeSelection, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { Icon } from '../../ui/icon.tsx'
import { editorWords } from '../../words-editor.ts'
import { markNameOf, toggle } from '../inlines/marks.ts'
import { type CommentAbout, selectedWords } from '../plugins/comments.ts'
import { finding } from '../plugins/find.ts'
import { editorState } from '../plugins/selected.ts'
import { schema } from '../schema.ts'
import { ask, OWN_DIALOG } from '../views/asked.ts'
import { ColorMenu } from './color-menu.tsx'
import { usePlacing } from './placing.ts'

const STYLES = ['bold', 'italic', 'strikethrough', 'code'] as const
const SIGNS = { bold: <b>B</b>, italic: <i>I</i>, strikethrough: <s>S</s>, code: <code>{'<>'}</code> }
const GAP = 8

export const isMarked = ({ doc, selection, storedMarks }: EditorState, name: string): boolean => {
  const type = schema.marks[name]!
  const { from, to, empty, $from } = selection
  return empty ? type.isInSet(storedMarks ?? $from.marks()) !== undefined : doc.rangeHasMark(from, to, type)
}

/** What a selected inline offers. */
function InlineBar({ view, at }: { view: EditorView; at: number }) {
  const bar = useRef<HTMLDivElement>(null)
  usePlacing(view, editorState.value, () => {
    const box = (view.nodeDOM(at) as HTMLElement | null)?.getBoundingClientRect?.()
    const element = bar.current
    if (!box || !element) return
    const left = Math.max(GAP, Math.min(box.left, innerWidth - element.offsetWidth - GAP))
    element.style.setProperty('inset', `${box.bottom + GAP}px auto auto ${left}px`)
  })
  return (
    <div ref={bar} class="menu toolbar" role="toolbar" aria-label={editorWords.toolbar}>
      <button
        type="button"
        class="btn bare s"
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => ask({ kind: 'node', at })}
      >
        <Icon name="edit" />
        {editorWords.inlines.edit}
      </button>
    </div>
  )
}

interface Props {
  view: EditorView
  onLink(): void
  onComment: ((about: CommentAbout) => void) | undefined
}

export function Toolbar({ view, onLink, onComment }: Props) {
  const state = editorState.value
  const bar = useRef<HTMLDivElement>(null)
  const selection = state?.selection
  // While something is searched for, the selection is what was found.
  const isSearching = state !== undefined && finding(state).query !== ''
  const isShown =
    selection instanceof TextSelection &&
    !selection.empty &&
    !selection.$from.parent.type.spec.code &&
    view.editable &&
    !isSearching
  usePlacing(view, state, () => {
    const element = bar.current
    if (!element || !selection) return
    const start = view.coordsAtPos(selection.from)
    const end = view.coordsAtPos(selection.to)
    const above = start.top - element.offsetHeight - GAP
    const left = start.top === end.top ? (start.left + end.left) / 2 - element.offsetWidth / 2 : start.left
    const inside = Math.max(GAP, Math.min(left, innerWidth - element.offsetWidth - GAP))
    element.style.setProperty('inset', `${above > GAP ? above : end.bottom + GAP}px auto auto ${inside}px`)
  })
  if (selection instanceof NodeSelection && selection.node.isInline && OWN_DIALOG.has(selection.node.type.name))
    return <InlineBar view={view} at={selection.from} />
  if (!state || !isShown) return null
  const commented = onComment && selectedWords(state)
  return (
    <div ref={bar} class="menu toolbar" role="toolbar" aria-label={editorWords.toolbar}>
      {STYLES.map((style) => (
        <button
          key={style}
          type="button"
          class="btn bare icon s"
          aria-label={editorWords.marks[style]}
          aria-pressed={isMarked(state, markNameOf(style))}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            toggle(schema.marks[markNameOf(style)]!)(view.state, view.dispatch)
            view.focus()
          }}
        >
          {SIGNS[style]}
        </button>
      ))}
      <ColorMenu view={view} />
      <button
        type="button"
        class="btn bare icon s"
        aria-label={editorWords.marks.note}
        aria-pressed={isMarked(state, 'annotation')}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => ask({ kind: 'note' })}
      >
        <Icon name="info" />
      </button>
      <button
        type="button"
        class="btn bare icon s"
        aria-label={editorWords.marks.link}
        aria-pressed={isMarked(state, 'link')}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onLink}
      >
        <Icon name="link" />
      </button>
      {commented && (
        <button
          type="button"
          class="btn bare icon s"
          aria-label={editorWords.comment}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onComment(commented)}
        >
          <Icon name="comment" />
        </button>
      )}
    </div>
  )
}
