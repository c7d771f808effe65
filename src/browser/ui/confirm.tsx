// Asks once before something that cannot be undone, and names what will go.
import { useState } from 'preact/hooks'
import { Dialog } from './dialog.tsx'

interface Props {
  title: string
  lead: string
  button: string
  cancel: string
  /** The dialog stays until this is done. */
  run(): unknown
  close(): void
}

export function Confirm({ title, lead, button, cancel, run, close }: Props) {
  const [isBusy, setBusy] = useState(false)
  const confirmed = async () => {
    setBusy(true)
    await run()
    setBusy(false)
    close()
  }
  return (
    <Dialog label={title} onClose={close}>
      <div class="body">
        <header>
          <div>
            <h2>{title}</h2>
            <p>{lead}</p>
          </div>
        </header>
      </div>
      <footer>
        <button type="button" class="btn" onClick={close}>
          {cancel}
        </button>
        <button type="button" class="btn main danger" disabled={isBusy} onClick={() => void confirmed()}>
          {button}
        </button>
      </footer>
    </Dialog>
  )
}
