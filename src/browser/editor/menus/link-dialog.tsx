// Where a link leads: a page of the space, a heading in it, a file, or any URL.
import { useReducer, useRef, useState } from 'preact/hooks'
import type { Command } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { ContentRef } from '../../../engine/content-ref.ts'
import { closeDialog, Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { editorWords } from '../../words-editor.ts'
import { createVoid } from '../blocks/making.ts'
import { insertBlock } from '../commands/block-commands.ts'
import { linkRange, removeLink, setLink } from '../commands/links.ts'
import type { FindTargets } from './link-targets.ts'

/** The URL that was typed, with the scheme that people leave out. */
export function urlOf(typed: string): string | undefined {
  const text = typed.trim()
  if (/^(https?:\/\/|mailto:|tel:)\S+$/i.test(text)) return text
  return /^[\w-]+(\.[\w-]+)+([/?#]\S*)?$/.test(text) ? `https://${text}` : undefined
}

interface Props {
  view: EditorView
  find: FindTargets
  /** A card of its own instead of a link in the text. */
  isBlock?: boolean
  close(): void
}

export function LinkDialog({ view, find, isBlock = false, close }: Props) {
  const current = isBlock ? undefined : (linkRange(view.state)?.mark?.attrs.data?.ref as ContentRef | undefined)
  const [typed, setTyped] = useState(current?.kind === 'url' ? current.url : '')
  const url = urlOf(typed)
  const [, again] = useReducer((times: number) => times + 1, 0)
  const found = find(typed, () => again(undefined))
  const field = useRef<HTMLInputElement>(null)
  const apply = (command: Command) => {
    closeDialog()
    command(view.state, view.dispatch)
    view.focus()
    close()
  }
  const done = (ref: ContentRef, text: string) =>
    apply(isBlock ? insertBlock((schema) => createVoid(schema, 'content-ref', { ref })) : setLink(ref, text))
  const first = () => {
    if (url) done({ kind: 'url', url }, url)
    else if (found[0]) done(found[0].ref, found[0].title)
  }
  return (
    <Dialog label={editorWords.linkTo} class="link-dialog" onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          first()
        }}
      >
        <div class="body">
          <div class="field">
            <input
              ref={field}
              class="input"
              aria-label={editorWords.linkTo}
              placeholder={editorWords.targetHint}
              value={typed}
              autocomplete="off"
              onInput={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          </div>
          <div class="found">
            {url && (
              <button type="submit" class="btn bare">
                <Icon name="link" />
                <span class="clip">{url}</span>
              </button>
            )}
            {found.map(({ id, title, lead, icon, ref, headings }) => (
              <div key={id} class="row">
                <button
                  type="button"
                  class="btn bare grow"
                  aria-current={current && JSON.stringify(current) === JSON.stringify(ref) ? 'true' : undefined}
                  onClick={() => done(ref, title)}
                >
                  <Icon name={icon} />
                  <span class="clip">{title}</span>
                  <small class="soft clip">{lead}</small>
                </button>
                {headings && (
                  <button
                    type="button"
                    class="btn bare icon s"
                    aria-label={editorWords.headingsOf(title)}
                    title={editorWords.headingsOf(title)}
                    onClick={() => {
                      setTyped(headings)
                      field.current!.focus()
                    }}
                  >
                    #
                  </button>
                )}
              </div>
            ))}
            {!url && found.length === 0 && <p class="soft none">{editorWords.noPage}</p>}
          </div>
        </div>
        {current && (
          <footer>
            <button type="button" class="btn" onClick={() => apply(removeLink)}>
              {editorWords.removeLink}
            </button>
          </footer>
        )}
      </form>
    </Dialog>
  )
}
