// The subject of a change request, written where it stands.
import { useEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words.ts'
import type { Place } from './place.ts'
import { saveChangeRequest } from './saving.ts'

const text = words.changeRequests
const MAX_SUBJECT = 100

export function Subject({ space, changeRequest }: Place) {
  const [isEditing, setEditing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { number, subject, status } = changeRequest
  const mayEdit = space.permissions.propose && status !== 'merged'
  useEffect(() => {
    if (isEditing) input.current!.select()
  }, [isEditing])
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    const given = input.current!.value.trim()
    if (given === subject || (await saveChangeRequest({ space, changeRequest }, { subject: given }))) setEditing(false)
  }
  if (!isEditing)
    return (
      <div class="row">
        <h1>
          {subject || words.untitled} <span class="faint">#{number}</span>
        </h1>
        {mayEdit && (
          <button type="button" class="btn bare icon s" aria-label={text.rename} onClick={() => setEditing(true)}>
            <Icon name="edit" />
          </button>
        )}
      </div>
    )
  return (
    <form class="row" onSubmit={save}>
      <h1 class="sr">{subject || words.untitled}</h1>
      <input
        ref={input}
        class="input"
        aria-label={text.subject}
        maxLength={MAX_SUBJECT}
        defaultValue={subject}
        onKeyDown={({ key }) => key === 'Escape' && setEditing(false)}
      />
      <button type="submit" class="btn main">
        {text.save}
      </button>
      <button type="button" class="btn" onClick={() => setEditing(false)}>
        {words.cancel}
      </button>
    </form>
  )
}
