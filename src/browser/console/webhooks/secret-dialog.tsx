// A secret that is shown once.
import { Dialog } from '../../ui/dialog.tsx'
import { words } from '../../words.ts'
import { webhookWords as text } from '../../words-webhooks.ts'
import { CopiedValue } from '../single-sign-on/copied-value.tsx'

export const SecretDialog = ({ secret, close }: { secret: string; close(): void }) => (
  <Dialog label={text.secret} onClose={close}>
    <div class="body">
      <header>
        <div>
          <h2>{text.secret}</h2>
          <p>{text.secretLead}</p>
        </div>
      </header>
      <CopiedValue label={text.secret} value={secret} />
    </div>
    <footer>
      <button type="button" class="btn main" onClick={close}>
        {words.done}
      </button>
    </footer>
  </Dialog>
)
