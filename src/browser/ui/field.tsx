// Labelled text fields, with help or with what is wrong.
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { Icon } from './icon.tsx'

interface Props {
  label: string
  name: string
  value?: string
  help?: string
  error?: string | undefined
}

export const Field = ({ value = '', maxLength, ...rest }: Props & { maxLength?: number }) => (
  <Labelled {...rest}>
    {(named) => <input class="input" {...named} defaultValue={value} maxLength={maxLength} autocomplete="off" />}
  </Labelled>
)

/** Several lines. */
export const AreaField = ({
  value = '',
  rows = 4,
  isCode = false,
  onChange,
  ...rest
}: Props & { rows?: number; isCode?: boolean; onChange?(text: string): void }) => (
  <Labelled {...rest}>
    {(named) => (
      <textarea
        class={isCode ? 'input area mono' : 'input area'}
        {...named}
        rows={rows}
        spellcheck={!isCode}
        defaultValue={value}
        onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
      />
    )}
  </Labelled>
)

/** What ties a field to its label and to what is said about it. */
interface Named {
  id: string
  name: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

interface LabelledProps extends Omit<Props, 'value'> {
  children(named: Named): ComponentChildren
}

function Labelled({ label, name, help, error, children }: LabelledProps) {
  const id = useId()
  const about = error ?? help
  const noteId = `${id}-about`
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, name, 'aria-invalid': error !== undefined, 'aria-describedby': about ? noteId : undefined })}
      {about && (
        <p class={error ? 'error' : 'help'} id={noteId}>
          {error && <Icon name="warn" />}
          {about}
        </p>
      )}
    </div>
  )
}
