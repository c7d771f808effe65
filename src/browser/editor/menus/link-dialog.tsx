// Where a link leads: a page of the space, found by its title, or any URL.
import { useState } from 'preact/hooks'
import type { Command } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { ContentRef } from '../../../engine/content-ref.ts'
import { closeDialog, Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words.ts'
import { createVoid } from '../blocks/making.ts'
import { insertBlock } from '../commands/block-commands.ts'
import { linkRange, removeLink, setLink } from '../commands/links.ts'

/** A page that a link can lead to. */
export interface PageTarget {
  id: string
  title: string
  path: string
}

const MAX_SHOWN = 8

export const findPages = (pages: readonly PageTarget[], typed: string): PageTarget[] => {
  const wanted = typed.trim().toLowerCase()
  const matching = pages.filter(({ title, path }) => `${title} ${path}`.toLowerCase().includes(wanted))
  const rank = ({ title }: PageTarget) =>
    title.toLowerCase() === wanted ? 0 : title.toLowerCase().startsWith(wanted) ? 1 : 2
  return matching.sort((one, other) => rank(one) - rank(other)).slice(0, MAX_SHOWN)
}

/** The URL that was typed, with the scheme that people leave out. */
export function urlOf(typed: string): string | undefined {
  const text = typed.trim()
  if (/^(https?:\/\/|mailto:|tel:)\S+$/i.test(text)) return text
  return /^[\w-]+(\.[\w-]+)+([/?#]\S*)?$/.test(text) ? `https://${text}` : undefined
}

interface Props {
  view: EditorView
  pages: readonly PageTarget[]
  /** A card of its own instead of a link in the text. */
  isBlock?: boolean
  close(): void
}

export function LinkDialog({ view, pages, isBlock = false, close }: Props) {
  const current = isBlock ? undefined : (linkRange(view.state)?.mark?.attrs.data?.ref as ContentRef | undefined)
  const [typed, setTyped] = useState(current?.kind === 'url' ? current.url : '')
  const url = urlOf(typed)
  const found = findPages(pages, typed)
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
    else if (found[0]) done({ kind: 'page', page: found[0].id }, found[0].title)
  }
  return (
    <Dialog label={words.editor.linkTo} class="link-dialog" onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          first()
        }}
      >
        <div class="body">
          <div class="field">
            <input
              class="input"
              aria-label={words.editor.linkTo}
              placeholder={words.editor.linkHint}
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
            {found.map((page) => (
              <button
                key={page.id}
                type="button"
                class="btn bare"
                aria-current={current?.kind === 'page' && current.page === page.id ? 'true' : undefined}
                onClick={() => done({ kind: 'page', page: page.id }, page.title)}
              >
                <Icon name="page" />
                <span class="clip">{page.title || words.untitled}</span>
              </button>
            ))}
          </div>
        </div>
        {current && (
          <footer>
            <button type="button" class="btn" onClick={() => apply(removeLink)}>
              {words.editor.removeLink}
            </button>
          </footer>
        )}
      </form>
    </Dialog>
  )
}
