// A link to hand over: it can be read, and copied with a button.
import type { ComponentChildren } from 'preact'
import { copyText } from '../../clipboard.ts'
import { Icon } from '../../ui/icon.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'

/** `about` says whose link it is. */
export function CopiedLink({ url, about, children }: { url: string; about: string; children?: ComponentChildren }) {
  const copy = async () => {
    await copyText(url)
    say(words.people.copied)
  }
  return (
    <div class="row">
      <input
        class="input grow"
        readOnly
        value={url}
        aria-label={about}
        onFocus={(event) => event.currentTarget.select()}
      />
      <button type="button" class="btn" aria-label={`${words.people.copy}: ${about}`} onClick={() => void copy()}>
        <Icon name="copy" />
        {words.people.copy}
      </button>
      {children}
    </div>
  )
}
