// Fields of the places of sites that the kit lacks.
import { useId } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'

interface AreaProps {
  label: string
  name: string
  value?: string
  help?: string
  error?: string | undefined
  rows?: number
  isCode?: boolean
}

export function AreaField({ label, name, value = '', help, error, rows = 4, isCode = false }: AreaProps) {
  const id = useId()
  const about = error ?? help
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        class={isCode ? 'input area mono' : 'input area'}
        id={id}
        name={name}
        rows={rows}
        spellcheck={!isCode}
        defaultValue={value}
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
