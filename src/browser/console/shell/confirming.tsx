// Asks for a fresh proof of who somebody is, over the form that needs it.
import { useEffect, useState } from 'preact/hooks'
import { Dialog } from '../../ui/dialog.tsx'
import { words } from '../../words.ts'
import { asking, proofAddress } from '../api/confirming.ts'

const text = words.confirm

export const Confirming = () => (asking.value ? <Asked done={asking.value} /> : null)

function Asked({ done }: { done(mayGoOn: boolean): void }) {
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    if (!isAway) return
    const back = () => done(true)
    addEventListener('focus', back)
    return () => removeEventListener('focus', back)
  }, [isAway, done])
  return (
    <Dialog label={text.title} onClose={() => done(false)}>
      <div class="body">
        <header>
          <div>
            <h2>{text.title}</h2>
            <p>{text.lead}</p>
          </div>
        </header>
      </div>
      <footer>
        <button type="button" class="btn" onClick={() => done(false)}>
          {words.cancel}
        </button>
        {isAway && (
          <button type="button" class="btn" onClick={() => done(true)}>
            {text.goOn}
          </button>
        )}
        <a class="btn main" href={proofAddress} target="_blank" rel="noopener" onClick={() => setAway(true)}>
          {text.go}
        </a>
      </footer>
    </Dialog>
  )
}
