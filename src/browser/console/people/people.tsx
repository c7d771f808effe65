// People: who belongs to the organization, and for admins how others get in.
import { useState } from 'preact/hooks'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Time } from '../../ui/time.tsx'
import { words } from '../../words.ts'
import type { ReplyTo } from '../api/operations.ts'
import { useReading } from '../api/store.ts'
import { isMissing, Missing, Read } from '../reading.tsx'
import { Bar } from '../shell/bar.tsx'
import { enterOrganization } from '../shell/organization.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { InviteLinks } from './invite-links.tsx'

type Member = ReplyTo<'GET /orgs/:organizationId/members'>['items'][number]

const PAGE = 50
const text = words.people

export function People({ organizationId }: { organizationId: string }) {
  enterOrganization(organizationId)
  const [search, setSearch] = useState(() => new URLSearchParams(location.search).get('find') ?? '')
  const [limit, setLimit] = useState(PAGE)
  const [isInviting, setInviting] = useState(false)
  const organization = useReading('GET /orgs/:organizationId', { organizationId }).value
  const query = { limit, ...(search && { search }) }
  const members = useReading('GET /orgs/:organizationId/members', { organizationId, query }).value
  const isAdmin = organization.value?.permissions.admin ?? false
  if (isMissing(organization) || organization.value?.permissions.listMembers === false) return <Missing />
  return (
    <>
      <Bar title={text.title}>
        {isAdmin && (
          <button type="button" class="btn main" onClick={() => setInviting(true)}>
            <Icon name="plus" />
            {text.invite}
          </button>
        )}
      </Bar>
      <main class="scroll" id="main" tabIndex={-1} aria-label={text.title}>
        <div class="home">
          <h1>{text.title}</h1>
          <div class="field">
            <label for="find-people">{text.search}</label>
            <input
              class="input"
              id="find-people"
              type="search"
              defaultValue={search}
              autocomplete="off"
              maxLength={200}
              onInput={({ currentTarget }) => setSearch(currentTarget.value.trim())}
            />
          </div>
          <Read of={members}>
            {({ items, next }) => (
              <>
                {items.length === 0 && <p class="none">{text.none(search)}</p>}
                <ul class="lines">
                  {items.map((member) => (
                    <Line key={member.id} member={member} />
                  ))}
                </ul>
                {next && limit < 1000 && (
                  <button type="button" class="btn" onClick={() => setLimit(limit + PAGE)}>
                    {text.more}
                  </button>
                )}
              </>
            )}
          </Read>
          {isAdmin && organization.value?.inviteLinks && <InviteLinks organization={organizationId} />}
        </div>
      </main>
      {isInviting && <InviteDialog organization={organizationId} close={() => setInviting(false)} />}
    </>
  )
}

function Line({ member: { user, role, lastSeenAt } }: { member: Member }) {
  return (
    <li>
      <Avatar id={user.id} name={user.displayName} picture={user.photoURL} />
      <div>
        <span class="what">{user.displayName}</span>
        <p>
          {user.email}
          <span class="faint">
            {user.email && ' · '}
            {lastSeenAt ? (
              <>
                {text.seen} <Time at={lastSeenAt} />
              </>
            ) : (
              text.neverSeen
            )}
          </span>
        </p>
      </div>
      <span>{text.roles[role ?? 'guest']}</span>
    </li>
  )
}
