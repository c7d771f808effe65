// Whether what was typed is saved.
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words.ts'
import { retryFailed } from '../api/store.ts'
import type { SaveState } from './page-writer.ts'

export function Saving({ state }: { state: SaveState | undefined }) {
  return (
    <span class="saving soft small" role="status">
      {state && <Inside state={state} />}
    </span>
  )
}

function Inside({ state }: { state: SaveState }) {
  if (state.is === 'refused')
    return (
      <span class="bad">
        <Icon name="warn" />
        {words.editor.refused(state.reason)}
      </span>
    )
  if (state.is === 'closed')
    return (
      <>
        {words.editor.closed}
        <button type="button" class="btn s" onClick={retryFailed}>
          {words.retry}
        </button>
      </>
    )
  if (state.is === 'conflict')
    return (
      <>
        <Icon name="warn" />
        {words.editor.conflicted}
      </>
    )
  if (state.is === 'retrying')
    return (
      <>
        <Icon name="warn" />
        {words.editor.retrying}
      </>
    )
  return state.is === 'saved' ? (
    <>
      <Icon name="check" />
      {words.editor.saved}
    </>
  ) : (
    words.editor[state.is]
  )
}
