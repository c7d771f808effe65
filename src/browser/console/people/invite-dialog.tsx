// Invites people by their addresses. Where the server sends no mail, it shows the links to hand over.
import { useRef, useState } from 'preact/hooks'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { textIn } from '../../ui/form-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words.ts'
import { organizationWords } from '../../words-organization.ts'
import { attempt } from '../api/attempt.ts'
import { CallError, call } from '../api/client.ts'
import type { ReplyTo } from '../api/operations.ts'
import { refresh, useReading } from '../api/store.ts'
import { CopiedLink } from './copied-link.tsx'
import { type Role, RoleField, roleIn } from './role-field.tsx'

type Invited = ReplyTo<'POST /orgs/:organizationId/invites'>

const text = words.people
const isAddress = (email: string) => /^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(email)

/** The addresses in a text, also as mail programs copy them: `A Writer <writer@example.com>`. */
const addressesIn = (written: string): string[] =>
  written
    .replace(/[^,;<>\n]*<([^<>]*)>/g, ' $1 ')
    .split(/[\s,;]+/)
    .filter(Boolean)

/** The addresses that the server does not take. */
const refusedBy = (error: unknown, emails: readonly string[]): string[] =>
  (error instanceof CallError ? error.issues : []).flatMap(
    ({ path }) => emails[Number(/^emails\.(\d+)$/.exec(path)?.[1])] ?? [],
  )

/** What the API takes at once. */
const BATCH = 1000

interface Props {
  organization: string
  invited(): void
  close(): void
}

export function InviteDialog({ organization, invited, close }: Props) {
  const at = { organizationId: organization }
  const field = useRef<HTMLTextAreaElement>(null)
  const [wrong, setWrong] = useState<string | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const [progress, setProgress] = useState<string | undefined>(undefined)
  const [done, setDone] = useState<Invited | undefined>(undefined)
  const teams = useReading('GET /orgs/:organizationId/teams', { ...at, query: { limit: 1000 } }).value.value?.items
  const fail = (bad: readonly string[]) => {
    setWrong(bad.length === 0 ? text.needsAddress : text.notAddresses(bad))
    field.current?.focus()
  }
  const invite = async (emails: string[], role: Role | null, teamId: string) => {
    const all: Required<Pick<Invited, 'invited' | 'users' | 'links'>> = { invited: 0, users: [], links: [] }
    for (let from = 0; from < emails.length; from += BATCH) {
      const batch = emails.slice(from, from + BATCH)
      const body = { emails: batch, role }
      const reply = await call('POST /orgs/:organizationId/invites', { ...at, body }).catch((error: unknown) => {
        const refused = refusedBy(error, batch)
        if (refused.length === 0) throw error
        fail(refused)
      })
      if (!reply) return
      all.invited += reply.invited
      all.links.push(...(reply.links ?? []))
      if (teamId) await call('PUT /orgs/:organizationId/teams/:teamId/members', { ...at, teamId, body: { add: batch } })
      setProgress(organizationWords.inviting.progress(Math.min(from + BATCH, emails.length), emails.length))
    }
    setDone(all)
    refresh('GET /orgs/:organizationId/members', 'GET /orgs/:organizationId/teams')
    invited()
  }
  const submitted = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const emails = addressesIn(String(form.get('emails')))
    const bad = emails.filter((email) => !isAddress(email))
    if (emails.length === 0 || bad.length > 0) return fail(bad)
    setWrong(undefined)
    setBusy(true)
    await attempt(() => invite(emails, roleIn(form), textIn(form, 'team')))
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
                ref={field}
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
            {teams && teams.length > 0 && (
              <SelectField
                label={organizationWords.inviting.team}
                name="team"
                choices={[
                  { value: '', label: organizationWords.inviting.noTeam },
                  ...teams.map(({ id, title }) => ({ value: id, label: title })),
                ]}
              />
            )}
            {isBusy && progress && <p role="status">{progress}</p>}
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
