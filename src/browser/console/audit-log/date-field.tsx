// A day, as the moment when it begins, or when it ends.
import { useId } from 'preact/hooks'

interface Props {
  label: string
  isEnd?: boolean
  /** The moment, or nothing if the day was removed. */
  onChange(moment: string): void
}

export function DateField({ label, isEnd = false, onChange }: Props) {
  const id = useId()
  const changed = (day: string) => {
    if (!day) return onChange('')
    const moment = new Date(`${day}T00:00`)
    if (isEnd) moment.setDate(moment.getDate() + 1)
    onChange(moment.toISOString())
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input class="input" id={id} type="date" onChange={({ currentTarget }) => changed(currentTarget.value)} />
    </div>
  )
}
