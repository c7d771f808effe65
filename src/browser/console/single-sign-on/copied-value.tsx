// A value to enter elsewhere, under the name that it has there.
import { useId } from 'preact/hooks'
import { copyText } from '../../clipboard.ts'
import { Icon } from '../../ui/icon.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'

export function CopiedValue({ label, value }: { label: string; value: string }) {
  const id = useId()
  const copy = async () => {
    await copyText(value)
    say(words.copied)
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="row">
        <input class="input grow" id={id} readOnly value={value} onFocus={(event) => event.currentTarget.select()} />
        <button type="button" class="btn" aria-label={`${words.people.copy}: ${label}`} onClick={() => void copy()}>
          <Icon name="copy" />
          {words.people.copy}
        </button>
      </div>
    </div>
  )
}
