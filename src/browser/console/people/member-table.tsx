// The members as a table of which only the rows in view are drawn.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { copyText } from '../../clipboard.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Time } from '../../ui/time.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { organizationWords } from '../../words-organization.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { Pages } from '../api/pages.ts'
import { refresh, useReading } from '../api/store.ts'
import type { OrganizationJson } from '../organization/frame.tsx'
import { PagedList, type Position } from '../paged-list.tsx'
import { places } from '../places.ts'
import type { MemberJson } from './member.ts'
import { MemberDialog } from './member-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { ROLES, type Role } from './role-field.tsx'

const text = organizationWords.members

interface Asking {
  about: MemberJson
  removes: boolean
}

const CAPTIONS = (
  <div class="member-row captions" aria-hidden="true">
    <span>{text.member}</span>
    <span>{text.role}</span>
    <span class="wide-only">{text.teams}</span>
    <span class="wide-only">{text.signIn}</span>
    <span class="wide-only">{text.lastSeen}</span>
  </div>
)

interface Props {
  organization: OrganizationJson
  pages: Pages<MemberJson>
  /** What is said where nobody is found. */
  none: string
}

export function MemberTable({ organization, pages, none }: Props) {
  const { route } = useLocation()
  const [asking, setAsking] = useState<Asking | undefined>(undefined)
  const me = useReading('GET /user', {}).value.value?.id
  const { replace } = pages
  const isAdmin = organization.permissions.admin
  const close = () => setAsking(undefined)
  const removed = (member: MemberJson) => {
    if (member.id !== me) return replace(member, undefined)
    refresh('GET /orgs')
    route(places.root)
  }
  return (
    <>
      <PagedList pages={pages} none={none} captions={CAPTIONS}>
        {(member, position) => (
          <Row
            key={member.id}
            position={position}
            member={member}
            isMe={member.id === me}
            organization={organization.id}
            isAdmin={isAdmin}
            changed={(next) => replace(member, next)}
            ask={(removes) => setAsking({ about: member, removes })}
          />
        )}
      </PagedList>
      {asking && !asking.removes && <MemberDialog organization={organization.id} member={asking.about} close={close} />}
      {asking?.removes && (
        <RemoveDialog
          organization={organization.id}
          member={asking.about}
          isMe={asking.about.id === me}
          removed={() => removed(asking.about)}
          close={close}
        />
      )}
    </>
  )
}

interface RowProps {
  member: MemberJson
  position: Position
  isMe: boolean
  organization: string
  isAdmin: boolean
  changed(next: MemberJson): void
  ask(removes: boolean): void
}

function Row({ member, position, isMe, organization, isAdmin, changed, ask }: RowProps) {
  const { user, role, lastSeenAt, teams, sso, disabled } = member
  const name = user.displayName
  const at = { organizationId: organization, userId: member.id }
  const markSso = () =>
    void attempt(async () => {
      changed(await call('POST /orgs/:organizationId/members/:userId/sso', at))
      say(text.marked(name))
    })
  const copy = async (address: string) => {
    await copyText(address)
    say(text.copied)
  }
  const { email } = user
  const items = [
    { label: text.details, icon: 'info', run: () => ask(false) },
    ...(email ? [{ label: text.copy, icon: 'copy', run: () => void copy(email) } as const] : []),
    ...(isAdmin && !sso ? [{ label: text.markSso, icon: 'lock', run: markSso } as const] : []),
    ...(isAdmin || isMe
      ? [{ label: isMe ? text.leave : text.remove, icon: 'close', run: () => ask(true) } as const]
      : []),
  ] as const
  return (
    <li class="member-row" {...position}>
      <div class="who-is">
        <Avatar id={user.id} name={name} picture={user.photoURL} />
        <div class="grow">
          <div class="clip">
            <button type="button" class="name" onClick={() => ask(false)}>
              {name}
            </button>
            {isMe && <span class="tag">{text.you}</span>}
          </div>
          <div class="small faint clip">{email}</div>
        </div>
      </div>
      <div>{isAdmin ? <RolePick {...{ member, at, changed }} /> : words.people.roles[role ?? 'guest']}</div>
      <div class="wide-only">
        <span class="sr">{text.teams} </span>
        {text.teamCount(teams)}
      </div>
      <div class="wide-only">
        {sso ? text.sso : text.noSso}
        {disabled && (
          <span class="warn-sign" title={text.locked}>
            <Icon name="warn" />
            <span class="sr">{text.locked}</span>
          </span>
        )}
      </div>
      <div class="wide-only soft">
        <span class="sr">{text.lastSeen} </span>
        {lastSeenAt ? <Time at={lastSeenAt} /> : text.never}
      </div>
      <div>
        <Menu class="btn bare icon s" label={text.actionsFor(name)} items={items}>
          <Icon name="more" />
        </Menu>
      </div>
    </li>
  )
}

interface RolePickProps {
  member: MemberJson
  at: { organizationId: string; userId: string }
  changed(next: MemberJson): void
}

function RolePick({ member, at, changed }: RolePickProps) {
  const [tries, setTries] = useState(0)
  const name = member.user.displayName
  const change = async (value: string) => {
    const role = value === 'guest' ? null : (value as Role)
    const isDone = await attempt(async () => {
      changed(await call('PATCH /orgs/:organizationId/members/:userId', { ...at, body: { role } }))
      say(text.roleChanged(name, words.people.roles[role ?? 'guest']))
    })
    // What was chosen in vain is not shown.
    if (!isDone) setTries(tries + 1)
  }
  return (
    <select
      key={tries}
      class="input role"
      aria-label={text.roleOf(name)}
      onChange={({ currentTarget }) => void change(currentTarget.value)}
    >
      {ROLES.map((role) => (
        <option key={role} value={role} selected={role === (member.role ?? 'guest')}>
          {words.people.roles[role]}
        </option>
      ))}
    </select>
  )
}
