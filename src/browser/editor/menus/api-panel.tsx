// The operations of an API beside the page: they are dragged onto it, or inserted where the cursor is.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { EditorView } from 'prosemirror-view'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words.ts'
import { editorWords } from '../../words-editor.ts'
import { createVoid } from '../blocks/making.ts'
import { insertBlock } from '../commands/block-commands.ts'
import type { ApiPart, Item, Library } from '../library.ts'
import { schema } from '../schema.ts'
import { dragNew } from './block-drag.ts'

const text = editorWords.apiPanel
/** More than these are found by typing. */
const MAX_SHOWN = 200

interface Props {
  view: EditorView
  library: Library
  close(): void
}

/** The block that shows an operation or a webhook. */
export const blockOfPart = (spec: string, { kind, method, name }: ApiPart) => {
  const ref = { kind: 'openapi', spec }
  return kind === 'webhook'
    ? createVoid(schema, 'openapi-webhook', { ref, name, method })
    : createVoid(schema, 'openapi-operation', { ref, path: name, method })
}

export function ApiPanel({ view, library, close }: Props) {
  const panel = useRef<HTMLElement>(null)
  const [specs, setSpecs] = useState<readonly Item[] | undefined>(undefined)
  const [spec, setSpec] = useState('')
  const [parts, setParts] = useState<readonly ApiPart[] | undefined>(undefined)
  const [isUnreadable, setUnreadable] = useState(false)
  const [typed, setTyped] = useState('')
  const [said, setSaid] = useState('')
  useEffect(() => {
    panel.current?.querySelector<HTMLElement>('input')?.focus()
    library.specifications().then(
      (found) => {
        setSpecs(found)
        setSpec(found[0]?.id ?? '')
      },
      () => setSpecs([]),
    )
  }, [])
  useEffect(() => {
    if (!spec) return
    let isGone = false
    setParts(undefined)
    setUnreadable(false)
    library.apiParts(spec).then(
      (found) => isGone || setParts(found.filter(({ kind }) => kind !== 'schema')),
      () => isGone || setUnreadable(true),
    )
    return () => {
      isGone = true
    }
  }, [spec])
  const found = useMemo(() => {
    const wanted = typed.trim().toLowerCase()
    return (parts ?? []).filter(({ title, lead = '' }) => `${title} ${lead}`.toLowerCase().includes(wanted))
  }, [parts, typed])
  const leave = () => {
    close()
    view.focus()
  }
  const insert = (part: ApiPart) => {
    insertBlock(() => blockOfPart(spec, part))(view.state, view.dispatch)
    setSaid(text.inserted(part.title))
  }
  const walk = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return leave()
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by === 0 || event.target instanceof HTMLSelectElement) return
    const stops = [...panel.current!.querySelectorAll<HTMLElement>('input, .api-parts button')]
    event.preventDefault()
    stops[stops.indexOf(document.activeElement as HTMLElement) + by]?.focus()
  }
  return (
    <aside ref={panel} class="api-panel" aria-label={text.title} onKeyDown={walk as never}>
      <header class="row">
        <h2 class="grow">{text.title}</h2>
        <button type="button" class="btn bare icon s" aria-label={text.close} onClick={leave}>
          <Icon name="close" />
        </button>
      </header>
      {specs && specs.length > 1 && (
        <select
          class="input"
          aria-label={text.specification}
          onChange={({ currentTarget }) => setSpec(currentTarget.value)}
        >
          {specs.map(({ id, title }) => (
            <option key={id} value={id} selected={id === spec}>
              {title}
            </option>
          ))}
        </select>
      )}
      <input
        class="input"
        type="search"
        aria-label={editorWords.pick.findOperation}
        placeholder={editorWords.pick.findOperation}
        autocomplete="off"
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <p class="small soft">{text.lead}</p>
      {specs?.length === 0 && <p class="none">{editorWords.pick.noSpecification}</p>}
      {spec && !parts && <p class="none">{isUnreadable ? text.unreadable(spec) : words.loading}</p>}
      {parts && found.length === 0 && (
        <p class="none">{parts.length === 0 ? text.none : editorWords.pick.noOperation}</p>
      )}
      <ul class="api-parts scroll">
        {found.slice(0, MAX_SHOWN).map((part) => (
          <li key={part.id}>
            <button
              type="button"
              class="btn bare"
              draggable
              onDragStart={(event) => dragNew(view, event, blockOfPart(spec, part), panel.current!)}
              onClick={() => insert(part)}
            >
              <span class="clip">{part.title}</span>
              {part.lead && <small class="soft clip">{part.lead}</small>}
            </button>
          </li>
        ))}
      </ul>
      {found.length > MAX_SHOWN && <p class="small soft">{text.more(found.length - MAX_SHOWN)}</p>}
      <p class="sr" role="status">
        {said}
      </p>
    </aside>
  )
}
