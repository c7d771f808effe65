// Invites people by their addresses. Where the server sends no mail, it shows the links to hand over.
import { useState } from 'preact/hooks'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { ReplyTo } from '../api/operations.ts'
import { refresh } from '../api/store.ts'
import { CopiedLink } from './copied-link.tsx'
import { RoleField, roleIn } from './role-field.tsx'

type Invited = ReplyTo<'POST /orgs/:organizationId/invites'>

const text = words.people
const isAddress = (email: string) => /^[^@\s]+@[^@\s]+$/.test(email)

export function InviteDialog({ organization, close }: { organization: string; close(): void }) {
  const [wrong, setWrong] = useState<string | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const [done, setDone] = useState<Invited | undefined>(undefined)
  const submitted = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const emails = String(form.get('emails'))
      .split(/[\s,;]+/)
      .filter(Boolean)
    const bad = emails.find((email) => !isAddress(email))
    if (emails.length === 0 || bad) return setWrong(bad ? text.notAnAddress(bad) : text.needsAddress)
    setWrong(undefined)
    setBusy(true)
    await attempt(async () => {
      const body = { emails, role: roleIn(form) }
      setDone(await call('POST /orgs/:organizationId/invites', { organizationId: organization, body }))
      refresh('GET /orgs/:organizationId/members')
    })
    setBusy(false)
  }
  return (
    <Dialog label={text.invite} onClose={close}>
      {done ? (
        <Outcome done={done} close={close} />
      ) : (
        <form onSubmit={submitted} noValidate>
          <div class="body">
            <header>
              <h2>{text.invite}</h2>
            </header>
            <div class="field">
              <label for="emails">{text.emails}</label>
              <textarea
                class="input"
                id="emails"
                name="emails"
                rows={3}
                autocomplete="off"
                aria-invalid={wrong !== undefined}
                aria-describedby="emails-about"
              />
              <p class={wrong ? 'error' : 'help'} id="emails-about">
                {wrong && <Icon name="warn" />}
                {wrong ?? text.emailsHelp}
              </p>
            </div>
            <RoleField />
          </div>
          <footer>
            <button type="button" class="btn" onClick={close}>
              {words.cancel}
            </button>
            <button type="submit" class="btn main" disabled={isBusy}>
              {text.inviteThem}
            </button>
          </footer>
        </form>
      )}
    </Dialog>
  )
}

function Outcome({ done: { invited, links = [] }, close }: { done: Invited; close(): void }) {
  return (
    <>
      <div class="body">
        <header>
          <h2>{text.invited(invited)}</h2>
        </header>
        {links.length > 0 && <p>{text.handOver}</p>}
        {links.map(({ user, email, url }) => (
          <div class="field" key={user}>
            <b>{email}</b>
            <CopiedLink url={url} about={email} />
          </div>
        ))}
      </div>
      <footer>
        <button type="button" class="btn main" onClick={close}>
          {text.done}
        </button>
      </footer>
    </>
  )
}
