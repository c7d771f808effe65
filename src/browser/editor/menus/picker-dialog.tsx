// Picks from a list that typing narrows. Arrow keys walk through it.
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { words } from '../../words.ts'
import { editorWords } from '../../words-editor.ts'
import type { Item } from '../library.ts'

interface Props<T extends Item> {
  label: string
  placeholder: string
  icon: IconName
  /** What is shown if nothing matches. */
  none: string
  find(typed: string): Promise<readonly T[]>
  /** Those that are picked already, if there can be several. */
  chosen?: readonly string[]
  pick(item: T): void
  close(): void
  children?: ComponentChildren
}

const MAX_SHOWN = 50

export function PickerDialog<T extends Item>(props: Props<T>) {
  const { label, placeholder, icon, none, find, chosen, pick, close, children } = props
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<readonly T[] | undefined>(undefined)
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    let isGone = false
    find(typed.trim()).then(
      (items) => isGone || setFound(items.slice(0, MAX_SHOWN)),
      () => isGone || setFailed(true),
    )
    return () => {
      isGone = true
    }
  }, [typed, label])
  // The next list in the same dialog begins anew.
  useEffect(() => {
    setTyped('')
    setFound(undefined)
  }, [label])
  const walk = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by === 0) return
    const stops = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('input, .found .btn')]
    event.preventDefault()
    stops[stops.indexOf(document.activeElement as HTMLElement) + by]?.focus()
  }
  return (
    <Dialog label={label} class="link-dialog" onClose={close}>
      <form
        onKeyDown={walk as never}
        onSubmit={(event) => {
          event.preventDefault()
          if (found?.[0]) pick(found[0])
        }}
      >
        <div class="body">
          <div class="field">
            <input
              class="input"
              aria-label={label}
              placeholder={placeholder}
              value={typed}
              autocomplete="off"
              onInput={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          </div>
          <div class="found">
            {isFailed && (
              <p class="soft none" role="alert">
                {editorWords.table.unread}
              </p>
            )}
            {found?.length === 0 && <p class="soft none">{none}</p>}
            {found?.map((item) => (
              <button
                key={item.id}
                type="button"
                class="btn bare"
                aria-pressed={chosen ? chosen.includes(item.id) : undefined}
                onClick={() => pick(item)}
              >
                <Icon name={chosen?.includes(item.id) ? 'check' : icon} />
                <span class="clip">{item.title || words.untitled}</span>
                {item.lead && <small class="soft clip">{item.lead}</small>}
              </button>
            ))}
          </div>
        </div>
        {children && <footer>{children}</footer>}
      </form>
    </Dialog>
  )
}
