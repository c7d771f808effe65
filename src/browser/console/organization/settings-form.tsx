// A form in a place: it says under each field what is wrong with it.
import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { useFirstInvalid } from '../../ui/first-invalid.ts'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { attemptForm, type Faults } from '../api/attempt.ts'

interface Props {
  /** Null: there is nothing to save. */
  button?: string | null
  /** What is said when it is saved. */
  done?: string
  save(form: FormData): Promise<unknown>
  children(faults: Faults): ComponentChildren
}

export function SettingsForm({ button = words.save, done, save, children }: Props) {
  const [faults, setFaults] = useState<Faults | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  useFirstInvalid(element, faults, () => {
    const [fault] = Object.entries(faults ?? {})
    if (fault) say(words.failed(fault.join(' ')))
  })
  const submitted = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    setBusy(true)
    const found = await attemptForm(() => save(form))
    setFaults(found)
    setBusy(false)
    if (!found && done) say(done)
  }
  return (
    <form ref={element} onSubmit={submitted} noValidate>
      {children(faults ?? {})}
      {button !== null && (
        <button type="submit" class="btn main" disabled={isBusy}>
          {button}
        </button>
      )}
    </form>
  )
}
