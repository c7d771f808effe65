// Before somebody is removed, what is theirs is shown.
import { useState } from 'preact/hooks'
import { Dialog } from '../../ui/dialog.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { organizationWords } from '../../words-organization.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import { useReading } from '../api/store.ts'
import { places } from '../places.ts'
import { Read } from '../reading.tsx'
import type { MemberJson } from './member.ts'

const text = organizationWords.removing
const SHOWN = 10

interface Props {
  organization: string
  member: MemberJson
  isMe: boolean
  removed(): void
  close(): void
}

export function RemoveDialog({ organization, member, isMe, removed, close }: Props) {
  const [isBusy, setBusy] = useState(false)
  const name = member.user.displayName
  const title = isMe ? text.leaveTitle : text.title(name)
  const remove = async () => {
    setBusy(true)
    const isDone = await attempt(() =>
      call('DELETE /orgs/:organizationId/members/:userId', { organizationId: organization, userId: member.id }),
    )
    setBusy(false)
    close()
    if (!isDone) return
    say(isMe ? text.left : text.done(name))
    removed()
  }
  return (
    <Dialog label={title} onClose={close}>
      <div class="body">
        <header>
          <div>
            <h2>{title}</h2>
            <p>{isMe ? text.leaveLead : text.lead}</p>
          </div>
        </header>
        <Owned organization={organization} user={member.id} />
      </div>
      <footer>
        <button type="button" class="btn" onClick={close}>
          {words.cancel}
        </button>
        <button type="button" class="btn main danger" disabled={isBusy} onClick={() => void remove()}>
          {isMe ? organizationWords.members.leave : organizationWords.members.remove}
        </button>
      </footer>
    </Dialog>
  )
}

function Owned({ organization, user }: { organization: string; user: string }) {
  const at = { organizationId: organization }
  const teams = useReading('GET /orgs/:organizationId/members/:userId/teams', {
    ...at,
    userId: user,
    query: { limit: 1000 },
  }).value
  const requests = useReading('GET /orgs/:organizationId/change-requests', {
    ...at,
    query: { creator: user, status: ['draft', 'open'], limit: SHOWN },
  }).value
  return (
    <section>
      <h3>{text.owns}</h3>
      <Read of={teams}>
        {(mine) => (
          <Read of={requests}>
            {({ items, count = items.length }) => {
              const owned = mine.items.filter((item) => item.member.role === 'owner')
              if (owned.length + items.length === 0) return <p class="soft">{text.nothing}</p>
              return (
                <>
                  {owned.length > 0 && <p>{text.teams(owned.length)}</p>}
                  <ul class="plain">
                    {owned.map(({ team }) => (
                      <li key={team.id}>{team.title}</li>
                    ))}
                  </ul>
                  {items.length > 0 && <p>{text.requests(count)}</p>}
                  <ul class="plain">
                    {items.map(({ id, subject, number, space }) => (
                      <li key={id}>
                        <a class="link" href={places.changes(space, id)}>
                          {subject || words.untitled}
                        </a>
                        <span class="faint"> #{number}</span>
                      </li>
                    ))}
                  </ul>
                  {count > items.length && (
                    <p class="faint">{organizationWords.members.moreSpaces(count - items.length)}</p>
                  )}
                  <p class="soft">{text.stay}</p>
                </>
              )
            }}
          </Read>
        )}
      </Read>
    </section>
  )
}
