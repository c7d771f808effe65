// A field to search in, which waits until the person pauses.
import { useEffect, useId, useState } from 'preact/hooks'

const PAUSE = 250

interface Props {
  label: string
  /** What is searched for at first. */
  value?: string
  onChange(text: string): void
}

export function SearchField({ label, value = '', onChange }: Props) {
  const id = useId()
  const [typed, setTyped] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => onChange(typed.trim()), PAUSE)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        class="input"
        type="search"
        id={id}
        maxLength={100}
        autocomplete="off"
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </div>
  )
}
