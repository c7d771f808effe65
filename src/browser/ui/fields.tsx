// Fields of forms that are not one line of text.
import { useId } from 'preact/hooks'

export interface Choice {
  value: string
  label: string
}

interface SelectProps {
  label: string
  name?: string
  value?: string
  help?: string
  choices: readonly Choice[]
  onChange?(value: string): void
}

export function SelectField({ label, name, value, help, choices, onChange }: SelectProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        class="input"
        id={id}
        name={name}
        aria-describedby={help && `${id}-about`}
        onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} selected={choice.value === value}>
            {choice.label}
          </option>
        ))}
      </select>
      {help && (
        <p class="help" id={`${id}-about`}>
          {help}
        </p>
      )}
    </div>
  )
}

export function CheckField(props: { label: string; name: string; isOn: boolean; help?: string }) {
  const { label, name, isOn, help } = props
  const id = useId()
  return (
    <div class="check">
      <input type="checkbox" id={id} name={name} defaultChecked={isOn} aria-describedby={help && `${id}-about`} />
      <div>
        <label for={id}>{label}</label>
        {help && (
          <p class="help" id={`${id}-about`}>
            {help}
          </p>
        )}
      </div>
    </div>
  )
}
