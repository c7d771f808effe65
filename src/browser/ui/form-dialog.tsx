// A dialog with a form: it stays open until what was entered is saved.
import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Dialog } from './dialog.tsx'
import { useFirstInvalid } from './first-invalid.ts'

interface Props {
  heading: string
  lead?: string
  button: string
  cancel: string
  class?: string
  /** Whether the browser checks the fields before anything is saved. */
  isChecked?: boolean
  children: ComponentChildren
  /** True closes the dialog. */
  save(form: FormData): Promise<boolean> | boolean
  close(): void
}

export function FormDialog(props: Props) {
  const { heading, lead, button, cancel, class: name = '', isChecked = false, children, save, close } = props
  const [isBusy, setBusy] = useState(false)
  const [failures, setFailures] = useState(0)
  const element = useRef<HTMLFormElement>(null)
  useFirstInvalid(element, failures)
  const submitted = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    setBusy(true)
    const isSaved = await save(form)
    setBusy(false)
    if (isSaved) close()
    else setFailures((count) => count + 1)
  }
  return (
    <Dialog label={heading} class={name} onClose={close}>
      <form ref={element} onSubmit={submitted} noValidate={!isChecked}>
        <div class="body">
          <header>
            <div>
              <h2>{heading}</h2>
              {lead && <p>{lead}</p>}
            </div>
          </header>
          {children}
        </div>
        <footer>
          <button type="button" class="btn" onClick={close}>
            {cancel}
          </button>
          <button type="submit" class="btn main" disabled={isBusy}>
            {button}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}

/** A text of a form, without the space around it. */
export const textIn = (form: FormData, name: string): string => String(form.get(name) ?? '').trim()
