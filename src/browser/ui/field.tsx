// A labelled text field, with help or with what is wrong.
import { useId } from 'preact/hooks'
import { Icon } from './icon.tsx'

interface Props {
  label: string
  name: string
  value?: string
  help?: string
  error?: string | undefined
  maxLength?: number
}

export function Field({ label, name, value = '', help, error, maxLength }: Props) {
  const id = useId()
  const about = error ?? help
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        class="input"
        id={id}
        name={name}
        defaultValue={value}
        maxLength={maxLength}
        autocomplete="off"
        aria-invalid={error !== undefined}
        aria-describedby={about && `${id}-about`}
      />
      {about && (
        <p class={error ? 'error' : 'help'} id={`${id}-about`}>
          {error && <Icon name="warn" />}
          {about}
        </p>
      )}
    </div>
  )
}
