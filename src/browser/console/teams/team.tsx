// A team: its members, and who of them owns it.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Avatar } from '../../ui/avatar.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { organizationWords } from '../../words-organization.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { ReplyTo } from '../api/operations.ts'
import { usePages } from '../api/pages.ts'
import { refresh, useReading } from '../api/store.ts'
import { OrganizationFrame } from '../organization/frame.tsx'
import { places } from '../places.ts'
import { isMissing, Missing, Read, ReadPages } from '../reading.tsx'
import { sayUndoable } from '../undoing.ts'
import { AddMembers } from './add-members.tsx'
import { refreshTeams, TeamDialog } from './teams.tsx'

type TeamJson = ReplyTo<'GET /orgs/:organizationId/teams/:teamId'>
type TeamMember = ReplyTo<'GET /orgs/:organizationId/teams/:teamId/members'>['items'][number]

const text = organizationWords.teams

export function Team({ organizationId, teamId }: { organizationId: string; teamId: string }) {
  const { route } = useLocation()
  const [asked, setAsked] = useState<'rename' | 'remove' | 'add' | undefined>(undefined)
  const [round, setRound] = useState(0)
  const reading = useReading('GET /orgs/:organizationId/teams/:teamId', { organizationId, teamId }).value
  const team = reading.value
  if (isMissing(reading)) return <Missing />
  const close = () => setAsked(undefined)
  const remove = async ({ id, title }: TeamJson) => {
    const isDone = await attempt(() =>
      call('DELETE /orgs/:organizationId/teams/:teamId', { organizationId, teamId: id }),
    )
    if (!isDone) return
    route(places.inOrganization(organizationId, 'teams'))
    refresh('GET /orgs/:organizationId/teams')
    say(text.removed(title))
  }
  return (
    <OrganizationFrame
      organizationId={organizationId}
      at="teams"
      title={team?.title}
      actions={() =>
        team?.permissions.admin && (
          <>
            <button type="button" class="btn main" onClick={() => setAsked('add')}>
              <Icon name="plus" />
              {text.add}
            </button>
            <Menu
              class="btn bare icon"
              label={organizationWords.members.actionsFor(team.title)}
              items={[
                { label: text.rename, icon: 'edit', run: () => setAsked('rename') },
                { label: text.remove, icon: 'trash', run: () => setAsked('remove') },
              ]}
            >
              <Icon name="more" />
            </Menu>
          </>
        )
      }
    >
      {() => (
        <Read of={reading}>
          {(shown) => (
            <>
              <p class="soft">
                {text.members(shown.members)} · {text.spaces(shown.spaces)}. {text.roleHelp}
              </p>
              <Members key={`${teamId} ${round}`} organization={organizationId} team={shown} />
              {asked === 'rename' && <TeamDialog organization={organizationId} team={shown} close={close} />}
              {asked === 'add' && (
                <AddMembers
                  organization={organizationId}
                  team={teamId}
                  added={() => setRound(round + 1)}
                  close={close}
                />
              )}
              {asked === 'remove' && (
                <Confirm
                  title={text.removeAsk(shown.title)}
                  lead={text.removeLead(shown.members, shown.spaces)}
                  button={text.remove}
                  cancel={words.cancel}
                  run={() => remove(shown)}
                  close={close}
                />
              )}
            </>
          )}
        </Read>
      )}
    </OrganizationFrame>
  )
}

function Members({ organization, team }: { organization: string; team: TeamJson }) {
  const at = { organizationId: organization, teamId: team.id }
  const pages = usePages('GET /orgs/:organizationId/teams/:teamId/members', at)
  const { replace } = pages
  const change = async (item: TeamMember, role: 'owner' | 'member') => {
    const userId = item.organization.id
    await attempt(async () => {
      await call('PUT /orgs/:organizationId/teams/:teamId/members/:userId', { ...at, userId, body: { role } })
    })
    replace(item, { ...item, team: { ...item.team, role } })
  }
  const takeOut = async (item: TeamMember) => {
    const { id: userId, user } = item.organization
    const isDone = await attempt(() =>
      call('DELETE /orgs/:organizationId/teams/:teamId/members/:userId', { ...at, userId }),
    )
    if (!isDone) return
    replace(item, undefined)
    refreshTeams()
    sayUndoable(text.takenOut(user.displayName), () =>
      attempt(async () => {
        const body = { role: item.team.role }
        await call('PUT /orgs/:organizationId/teams/:teamId/members/:userId', { ...at, userId, body })
        pages.reload()
        refreshTeams()
      }),
    )
  }
  return (
    <ReadPages of={pages} none={text.noMembers}>
      {(shown) => (
        <ul class="lines">
          {shown.map((item) => (
            <li key={item.organization.id}>
              <Avatar
                id={item.organization.id}
                name={item.organization.user.displayName}
                picture={item.organization.user.photoURL}
              />
              <div>
                <b>{item.organization.user.displayName}</b>
                <p class="faint">{item.organization.user.email}</p>
              </div>
              <Part item={item} isAdmin={team.permissions.admin} {...{ change, takeOut }} />
            </li>
          ))}
        </ul>
      )}
    </ReadPages>
  )
}

interface PartProps {
  item: TeamMember
  isAdmin: boolean
  change(item: TeamMember, role: 'owner' | 'member'): void
  takeOut(item: TeamMember): void
}

/** What somebody is in the team. */
function Part({ item, isAdmin, change, takeOut }: PartProps) {
  const { displayName } = item.organization.user
  if (!isAdmin) return <span>{text.roles[item.team.role]}</span>
  return (
    <div class="row">
      <select
        class="input role"
        aria-label={text.roleOf(displayName)}
        onChange={({ currentTarget }) => change(item, currentTarget.value as 'owner' | 'member')}
      >
        {(['owner', 'member'] as const).map((role) => (
          <option key={role} value={role} selected={role === item.team.role}>
            {text.roles[role]}
          </option>
        ))}
      </select>
      <button
        type="button"
        class="btn bare icon s"
        aria-label={text.takeOut(displayName)}
        onClick={() => takeOut(item)}
      >
        <Icon name="close" />
      </button>
    </div>
  )
}
