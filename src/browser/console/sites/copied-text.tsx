// A value to take elsewhere: it can be read, and copied with a button. A secret shows when it is asked for.
import { useState } from 'preact/hooks'
import { copyText } from '../../clipboard.ts'
import { Icon } from '../../ui/icon.tsx'
import { say } from '../../ui/toasts.tsx'
import { siteWords } from '../../words-sites.ts'
import { attempt } from '../api/attempt.ts'

const text = siteWords.copying

export function CopiedText({ value, label, isSecret = false }: { value: string; label: string; isSecret?: boolean }) {
  const [isShown, setShown] = useState(!isSecret)
  const copy = () =>
    attempt(async () => {
      await copyText(value)
      say(text.copied)
    })
  const field = {
    class: 'input grow',
    readOnly: true,
    autocomplete: 'off',
    value,
    'aria-label': label,
    onFocus: (event: { currentTarget: HTMLInputElement }) => event.currentTarget.select(),
  } as const
  return (
    <div class="row">
      {isShown ? <input {...field} /> : <input {...field} type="password" />}
      {isSecret && (
        <button type="button" class="btn" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          {text.show}
        </button>
      )}
      <button type="button" class="btn" aria-label={`${text.copy}: ${label}`} onClick={() => void copy()}>
        <Icon name="copy" />
        {text.copy}
      </button>
    </div>
  )
}
