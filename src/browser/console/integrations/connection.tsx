// A property that is filled elsewhere: somebody signs in there, in a window, and the integration keeps what it got.
import { useEffect, useState } from 'preact/hooks'
import { integrationWords as text } from '../../words-integrations.ts'
import { openWindow } from './window.ts'

interface Props {
  label: string
  description: string | undefined
  button: string
  /** Where the integration sends people to sign in. */
  url: string
  value: unknown
  /** Reads the configuration again. */
  reread(): void
}

type State = 'idle' | 'waiting' | 'blocked' | 'ended'

export function Connection({ label, description, button, url, value, reread }: Props) {
  const [state, setState] = useState<State>('idle')
  const isConnected = value !== undefined && value !== null
  const connect = async () => {
    setState('waiting')
    const wasOpened = await openWindow(url)
    setState(wasOpened ? 'ended' : 'blocked')
    reread()
  }
  // Some providers cut the window off from this page, so that it seems closed while it is not.
  useEffect(() => {
    if ((state !== 'ended' && state !== 'blocked') || isConnected) return
    addEventListener('focus', reread)
    return () => removeEventListener('focus', reread)
  }, [state, isConnected])
  return (
    <fieldset class="field" aria-label={label}>
      <span class="name">{label}</span>
      {description && <p class="help">{description}</p>}
      <div class="row">
        <button type="button" class="btn" disabled={state === 'waiting'} onClick={() => void connect()}>
          {button}
        </button>
        {state === 'blocked' && !isConnected && (
          <a class="btn" href={url} target="_blank" rel="noopener noreferrer">
            {text.openTab}
          </a>
        )}
        {isConnected && <span class="tag good">{text.connected}</span>}
      </div>
      <p role="status" class="help">
        {messageOf(state, isConnected)}
      </p>
    </fieldset>
  )
}

function messageOf(state: State, isConnected: boolean): string {
  if (state === 'waiting') return text.connecting
  if (state === 'blocked' && !isConnected) return text.windowBlocked
  return state === 'ended' && !isConnected ? text.notConnected : ''
}
