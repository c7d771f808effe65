// All keyboard shortcuts of the place that is shown.
import { signal } from '@preact/signals'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words.ts'
import { editorWords } from '../../words-editor.ts'
import { printed, shortcuts } from '../keys.ts'

export const isHelpOpen = signal(false)

export function Help() {
  if (!isHelpOpen.value) return null
  const close = () => {
    isHelpOpen.value = false
  }
  const isWriting = document.querySelector('.editor') !== null
  return (
    <Dialog label={words.keys.title} onClose={close}>
      <div class="body">
        <header>
          <h2>{words.keys.title}</h2>
          <button type="button" class="btn bare icon" aria-label={words.keys.close} onClick={close}>
            <Icon name="close" />
          </button>
        </header>
        <Keys all={shortcuts.value.map(({ keys, label }) => [keys, label])} />
        {isWriting && (
          <>
            <h3>{editorWords.keys.title}</h3>
            <Keys all={editorWords.keys.all} />
          </>
        )}
      </div>
    </Dialog>
  )
}

const Keys = ({ all }: { all: readonly (readonly string[])[] }) => (
  <dl class="keys">
    {all.map(([keys = '', label]) => (
      <div key={keys}>
        <dt>{label}</dt>
        <dd>
          {printed(keys).map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </dd>
      </div>
    ))}
  </dl>
)
