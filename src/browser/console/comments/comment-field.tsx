// A field for a comment in markdown: `@` offers people, pictures are pasted, dropped or chosen.
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { commentWords as text } from '../../words-comments.ts'
import { attempt } from '../api/attempt.ts'
import { useReading } from '../api/store.ts'
import { isMac } from '../keys.ts'
import type { SpaceJson } from '../space/writing.ts'
import { picturesOf, storePicture } from './pictures.ts'

/** What the field holds. */
export interface Written {
  markdown: string
  /** False while pictures are on their way. */
  isComplete: boolean
  clear(): void
}

interface Props {
  space: Pick<SpaceJson, 'id' | 'organization'>
  label: string
  hint: string
  first?: string
  takesFocus?: boolean
  submit?(written: Written): void
  cancel?: (() => void) | undefined
  /** The buttons below the field. */
  children(written: Written): ComponentChildren
}

const MAX_PEOPLE = 6
const TYPED = /(?:^|[\s(])@([\p{L}\p{N}_.'-]*(?: [\p{L}\p{N}_.'-]+)?)$/u

export function CommentField({ space, label, hint, first = '', takesFocus, submit, cancel, children }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [value, setValue] = useState(first)
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const [at, setAt] = useState(0)
  const [uploads, setUploads] = useState(0)
  const picker = useRef<HTMLInputElement>(null)
  const list = useId()
  const found = useReading(
    'GET /orgs/:organizationId/members',
    typed === undefined
      ? null
      : { organizationId: space.organization, query: { limit: MAX_PEOPLE, ...(typed && { search: typed }) } },
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
  const written: Written = { markdown: value.trim(), isComplete: uploads === 0, clear: () => setValue('') }
  const add = (files: readonly File[]) => {
    for (const file of files) void addOne(file)
  }
  const addOne = async (file: File) => {
    const input = field.current!
    const mark = `![${text.uploading(file.name)}]()`
    // A paragraph of its own: among words, a picture has their height.
    const before = input.value.slice(0, input.selectionStart)
    const lines = /(^|\n\n)$/.test(before) ? '' : before.endsWith('\n') ? '\n' : '\n\n'
    input.setRangeText(`${lines}${mark}\n\n`, input.selectionStart, input.selectionEnd, 'end')
    setValue(input.value)
    setUploads((count) => count + 1)
    let stored = ''
    await attempt(async () => {
      stored = await storePicture(space.id, file)
    })
    setUploads((count) => count - 1)
    setValue((now) => now.replace(mark, () => stored))
  }
  const given = (event: Event, transfer: DataTransfer | null) => {
    const pictures = picturesOf(transfer?.files)
    if (pictures.length === 0) return
    event.preventDefault()
    add(pictures)
  }
  const pressed = (event: KeyboardEvent) => {
    const isMod = isMac ? event.metaKey : event.ctrlKey
    if (event.key === 'Enter' && isMod && submit) submit(written)
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
    <>
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
        onPaste={(event) => given(event, event.clipboardData)}
        onDrop={(event) => given(event, event.dataTransfer)}
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
      <div class="row">
        <button
          type="button"
          class="btn bare icon s"
          aria-label={text.addPicture}
          title={text.addPicture}
          onClick={() => picker.current!.click()}
        >
          <Icon name="image" />
        </button>
        <input
          ref={picker}
          type="file"
          accept="image/*"
          multiple
          hidden
          onChange={({ currentTarget }) => {
            add(picturesOf(currentTarget.files ?? undefined))
            currentTarget.value = ''
          }}
        />
        <span class="end" />
        {children(written)}
      </div>
    </>
  )
}
