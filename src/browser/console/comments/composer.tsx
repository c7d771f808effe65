// Where a comment is written, in markdown; `@` offers people.
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Avatar } from '../../ui/avatar.tsx'
import { words } from '../../words.ts'
import { commentWords as text } from '../../words-comments.ts'
import { attempt } from '../api/attempt.ts'
import { useReading } from '../api/store.ts'
import { isMac } from '../keys.ts'

interface Props {
  organization: string
  label: string
  hint: string
  button: string
  first?: string
  takesFocus?: boolean
  /** Empties the field when it is done. */
  send(markdown: string): Promise<unknown>
  cancel?: () => void
}

const MAX_PEOPLE = 6
const TYPED = /(?:^|[\s(])@([\p{L}\p{N}_.'-]*(?: [\p{L}\p{N}_.'-]+)?)$/u

export function Composer({ organization, label, hint, button, first = '', takesFocus, send, cancel }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [value, setValue] = useState(first)
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const [at, setAt] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const list = useId()
  const found = useReading(
    'GET /orgs/:organizationId/members',
    typed === undefined
      ? null
      : { organizationId: organization, query: { limit: MAX_PEOPLE, ...(typed && { search: typed }) } },
  ).value.value
  const people = typed === undefined ? [] : (found?.items ?? [])
  useLayoutEffect(() => {
    if (takesFocus) field.current!.focus()
  }, [])
  const changed = (input: HTMLTextAreaElement) => {
    setValue(input.value)
    setTyped(TYPED.exec(input.value.slice(0, input.selectionStart))?.[1])
    setAt(0)
  }
  const mention = (name: string) => {
    const input = field.current!
    const end = input.selectionStart
    const start = end - typed!.length
    input.setRangeText(`${name} `, start, end, 'end')
    setValue(input.value)
    setTyped(undefined)
    input.focus()
  }
  const submit = async () => {
    const markdown = value.trim()
    if (markdown === '' || isBusy) return
    setBusy(true)
    const isDone = await attempt(() => send(markdown))
    setBusy(false)
    if (isDone) setValue('')
  }
  const pressed = (event: KeyboardEvent) => {
    const isMod = isMac ? event.metaKey : event.ctrlKey
    if (event.key === 'Enter' && isMod) void submit()
    else if (event.key === 'Escape' && typed !== undefined) setTyped(undefined)
    else if (event.key === 'Escape' && cancel) cancel()
    else if (people.length > 0 && (event.key === 'ArrowDown' || event.key === 'ArrowUp'))
      setAt((at + (event.key === 'ArrowDown' ? 1 : people.length - 1)) % people.length)
    else if (people[at] && (event.key === 'Enter' || event.key === 'Tab')) mention(people[at].user.displayName)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <textarea
        ref={field}
        class="input"
        rows={value === '' ? 2 : 4}
        aria-label={label}
        placeholder={hint}
        value={value}
        aria-autocomplete="list"
        aria-controls={list}
        aria-activedescendant={people.length > 0 ? `${list}-${at}` : undefined}
        onInput={({ currentTarget }) => changed(currentTarget)}
        onKeyDown={pressed}
        onBlur={() => setTyped(undefined)}
      />
      <div id={list} class="mentions" role="listbox" aria-label={text.people} hidden={people.length === 0}>
        {people.map(({ user }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
          <div
            key={user.id}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => mention(user.displayName)}
          >
            <Avatar id={user.id} name={user.displayName} picture={user.photoURL} />
            <span class="clip">{user.displayName}</span>
          </div>
        ))}
      </div>
      {(value !== '' || cancel) && (
        <div class="row">
          {cancel && (
            <button type="button" class="btn s end" onClick={cancel}>
              {words.cancel}
            </button>
          )}
          <button type="submit" class={`btn s main${cancel ? '' : ' end'}`} disabled={isBusy || value.trim() === ''}>
            {button}
          </button>
        </div>
      )}
    </form>
  )
}
