// What a change request is about, written where it stands.
import { useEffect, useRef, useState } from 'preact/hooks'
import { words } from '../../words.ts'
import type { Place } from './place.ts'
import { saveChangeRequest } from './saving.ts'

const text = words.changeRequests
const MAX = 5000

export function Description({ space, changeRequest }: Place) {
  const [isEditing, setEditing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const { description = '', status } = changeRequest
  const mayEdit = space.permissions.propose && status !== 'merged'
  useEffect(() => {
    if (isEditing) field.current!.focus()
  }, [isEditing])
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    const given = field.current!.value.trim()
    if (await saveChangeRequest({ space, changeRequest }, { description: given })) setEditing(false)
  }
  if (isEditing)
    return (
      <form class="row" onSubmit={save}>
        <textarea
          ref={field}
          class="input"
          rows={3}
          aria-label={text.description}
          maxLength={MAX}
          defaultValue={description}
        />
        <button type="submit" class="btn main">
          {text.save}
        </button>
        <button type="button" class="btn" onClick={() => setEditing(false)}>
          {words.cancel}
        </button>
      </form>
    )
  return (
    <>
      {description && <p class="about">{description}</p>}
      {mayEdit && (
        <button type="button" class="btn bare s" onClick={() => setEditing(true)}>
          {description ? text.editDescription : text.addDescription}
        </button>
      )}
    </>
  )
}
