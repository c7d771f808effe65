// Whether what was typed is saved.
import type { ComponentChildren } from 'preact'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { words } from '../../words.ts'
import { editorWords } from '../../words-editor.ts'
import { retryFailed } from '../api/store.ts'
import type { SaveState } from './page-writer.ts'

const QUIET: Partial<Record<SaveState['is'], IconName>> = { saved: 'check', saving: 'clock', unsaved: 'clock' }

export function Saving({ state }: { state: SaveState | undefined }) {
  const icon = state && QUIET[state.is]
  return (
    <span class={`saving soft small${state && !icon ? ' trouble' : ''}`} role="status">
      {state && (
        <>
          <Icon name={icon ?? 'warn'} />
          <span class="saving-text">{inside(state)}</span>
        </>
      )}
    </span>
  )
}

function inside(state: SaveState): ComponentChildren {
  if (state.is === 'refused') return <span class="bad">{editorWords.refused(state.reason)}</span>
  if (state.is === 'conflict') return editorWords.conflicted
  if (state.is !== 'closed') return editorWords[state.is]
  return (
    <>
      {editorWords.closed}{' '}
      <button type="button" class="btn s" onClick={retryFailed}>
        {words.retry}
      </button>
    </>
  )
}
