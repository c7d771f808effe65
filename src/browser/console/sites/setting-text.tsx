// A setting that is a line of text.

export interface FieldProps {
  label: string
  value: unknown
  choose(value: unknown): void
}

export function Text(props: FieldProps & { maxLength: number; placeholder?: string }) {
  const { label, value, choose, maxLength, placeholder } = props
  return (
    <input
      class="input"
      aria-label={label}
      value={typeof value === 'string' ? value : ''}
      maxLength={maxLength}
      placeholder={placeholder}
      autocomplete="off"
      onInput={({ currentTarget }) => choose(currentTarget.value || undefined)}
    />
  )
}
