// A setting that is a line of text.
import { useId } from 'preact/hooks'

export interface FieldProps {
  label: string
  value: unknown
  choose(value: unknown): void
}

interface TextProps extends FieldProps {
  maxLength: number
  placeholder?: string
  /** What is wrong with it, if anything. */
  complaint?: string | undefined
}

export function Text({ label, value, choose, maxLength, placeholder, complaint }: TextProps) {
  const id = useId()
  return (
    <>
      <input
        class="input"
        aria-label={label}
        value={typeof value === 'string' ? value : ''}
        maxLength={maxLength}
        placeholder={placeholder}
        autocomplete="off"
        aria-invalid={complaint !== undefined}
        aria-describedby={complaint && id}
        onInput={({ currentTarget }) => choose(currentTarget.value || undefined)}
      />
      {complaint && (
        <p class="help bad" id={id}>
          {complaint}
        </p>
      )}
    </>
  )
}
