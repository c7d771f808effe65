// Teams: people who get access together.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Field } from '../../ui/field.tsx'
import { FormDialog, textIn } from '../../ui/form-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Empty } from '../../ui/states.tsx'
import { words } from '../../words.ts'
import { organizationWords } from '../../words-organization.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import { refresh, useReading } from '../api/store.ts'
import { OrganizationFrame, type OrganizationJson } from '../organization/frame.tsx'
import { places } from '../places.ts'
import { Read } from '../reading.tsx'

const text = organizationWords.teams

export function Teams({ organizationId }: { organizationId: string }) {
  const [isCreating, setCreating] = useState(false)
  const create = () => setCreating(true)
  return (
    <OrganizationFrame
      organizationId={organizationId}
      at="teams"
      actions={({ permissions }) =>
        permissions.admin && (
          <button type="button" class="btn main" onClick={create}>
            <Icon name="plus" />
            {text.create}
          </button>
        )
      }
    >
      {(organization) => (
        <>
          <List organization={organization} />
          {isCreating && <TeamDialog organization={organizationId} close={() => setCreating(false)} />}
        </>
      )}
    </OrganizationFrame>
  )
}

function List({ organization }: { organization: OrganizationJson }) {
  const [search, setSearch] = useState('')
  const query = { limit: 1000, ...(search && { title: search }) }
  const teams = useReading('GET /orgs/:organizationId/teams', { organizationId: organization.id, query }).value
  return (
    <>
      <div class="field">
        <label for="find-team">{text.search}</label>
        <input
          class="input"
          id="find-team"
          type="search"
          autocomplete="off"
          maxLength={200}
          onInput={({ currentTarget }) => setSearch(currentTarget.value.trim())}
        />
      </div>
      <Read of={teams}>
        {({ items }) =>
          items.length === 0 ? (
            search ? (
              <p class="none">{text.noneFound(search)}</p>
            ) : (
              <Empty title={text.none}>
                <p>{text.noneLead}</p>
              </Empty>
            )
          ) : (
            <ul class="lines">
              {items.map(({ id, title, members, spaces }) => (
                <li key={id}>
                  <Icon name="person" />
                  <div>
                    <a class="what" href={places.inOrganization(organization.id, `teams/${id}`)}>
                      {title}
                    </a>
                    <p class="faint">
                      {text.members(members)} · {text.spaces(spaces)}
                    </p>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Read>
    </>
  )
}

interface DialogProps {
  organization: string
  /** The team to rename; without one, a team is created. */
  team?: { id: string; title: string }
  close(): void
}

export function TeamDialog({ organization, team, close }: DialogProps) {
  const { route } = useLocation()
  const [wrong, setWrong] = useState<string | undefined>(undefined)
  const at = { organizationId: organization }
  const save = (form: FormData) => {
    const title = textIn(form, 'title')
    if (!title) {
      setWrong(text.needsTitle)
      return false
    }
    return attempt(async () => {
      const body = { title }
      const saved = team
        ? await call('PATCH /orgs/:organizationId/teams/:teamId', { ...at, teamId: team.id, body })
        : await call('PUT /orgs/:organizationId/teams', { ...at, body })
      refreshTeams()
      if (!team) route(places.inOrganization(organization, `teams/${saved.id}`))
    })
  }
  return (
    <FormDialog
      heading={team ? text.rename : text.create}
      button={team ? text.rename : text.create}
      cancel={words.cancel}
      save={save}
      close={close}
    >
      <Field label={text.title} name="title" value={team?.title ?? ''} maxLength={64} error={wrong} />
    </FormDialog>
  )
}

export const refreshTeams = (): void =>
  refresh(
    'GET /orgs/:organizationId/teams',
    'GET /orgs/:organizationId/teams/:teamId',
    'GET /orgs/:organizationId/members/:userId/teams',
  )
