// Where a comment is written, with a button that sends it.
import { useState } from 'preact/hooks'
import { words } from '../../words.ts'
import { attempt } from '../api/attempt.ts'
import type { SpaceJson } from '../space/writing.ts'
import { CommentField, type Written } from './comment-field.tsx'

interface Props {
  space: Pick<SpaceJson, 'id' | 'organization'>
  label: string
  hint: string
  button: string
  first?: string
  takesFocus?: boolean
  /** Empties the field when it is done. */
  send(markdown: string): Promise<unknown>
  cancel?: () => void
}

export function Composer({ button, send, cancel, ...field }: Props) {
  const [isBusy, setBusy] = useState(false)
  const submit = async ({ markdown, isComplete, clear }: Written) => {
    if (markdown === '' || isBusy || !isComplete) return
    setBusy(true)
    const isDone = await attempt(() => send(markdown))
    setBusy(false)
    if (isDone) clear()
  }
  return (
    <form class="composer" onSubmit={(event) => event.preventDefault()}>
      <CommentField {...field} submit={submit} cancel={cancel}>
        {(written) => (
          <>
            {cancel && (
              <button type="button" class="btn s" onClick={cancel}>
                {words.cancel}
              </button>
            )}
            {(written.markdown !== '' || cancel) && (
              <button
                type="button"
                class="btn s main"
                disabled={isBusy || !written.isComplete || written.markdown === ''}
                onClick={() => void submit(written)}
              >
                {button}
              </button>
            )}
          </>
        )}
      </CommentField>
    </form>
  )
}
