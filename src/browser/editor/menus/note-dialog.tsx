// A note on words: written as markdown, kept as blocks.
import { useEffect, useId, useState } from 'preact/hooks'
import type { EditorView } from 'prosemirror-view'
import type { Block, Fragment } from '../../../engine/document.ts'
import { closeDialog, Dialog } from '../../ui/dialog.tsx'
import { words } from '../../words.ts'
import { editorWords } from '../../words-editor.ts'
import { markRange } from '../commands/links.ts'
import { nextAt } from '../inlines/wrappers.ts'
import { schema } from '../schema.ts'

const annotation = schema.marks.annotation!
const names = editorWords.note

/** Markdown is large, and rarely needed. */
const loadMarkdown = () => import('../../../markdown/index.ts')

export function NoteDialog({ view, close }: { view: EditorView; close(): void }) {
  const id = useId()
  const range = markRange(view.state, annotation)
  const before = (range?.mark?.attrs.fragments as Fragment[] | null | undefined)?.[0]
  const [text, setText] = useState<string | undefined>(before ? undefined : '')
  useEffect(() => {
    if (!before) return
    void loadMarkdown().then(({ serializeMarkdown }) =>
      setText(serializeMarkdown({ object: 'document', data: {}, nodes: before.nodes }).trim()),
    )
  }, [])
  if (!range) return null
  const set = (nodes: readonly Block[]) => {
    const { tr } = view.state
    const { from, to, mark } = range
    tr.removeMark(from, to, annotation)
    const body = { object: 'fragment', type: 'annotation-body', fragment: 'annotation-body', ...before, nodes }
    const attrs = { ...mark?.attrs, data: mark?.attrs.data ?? {}, isVoid: false, fragments: [body], at: nextAt() }
    if (nodes.length > 0) tr.addMark(from, to, annotation.create(attrs))
    closeDialog()
    view.dispatch(tr)
    view.focus()
    close()
  }
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    const { parseMarkdown } = await loadMarkdown()
    set(parseMarkdown(text ?? '', { title: false }).document.nodes)
  }
  return (
    <Dialog label={names.title} onClose={close}>
      <form onSubmit={(event) => void save(event)}>
        <div class="body">
          <div class="field">
            <label for={id}>{names.text}</label>
            <textarea
              class="input"
              id={id}
              rows={5}
              disabled={text === undefined}
              value={text ?? ''}
              onInput={({ currentTarget }) => setText(currentTarget.value)}
            />
          </div>
        </div>
        <footer>
          {before && (
            <button type="button" class="btn" onClick={() => set([])}>
              {names.remove}
            </button>
          )}
          <button type="button" class="btn" onClick={close}>
            {words.cancel}
          </button>
          <button type="submit" class="btn main">
            {editorWords.apply}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}
