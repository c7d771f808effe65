// The teams that groups of the identity provider lead to.
import { useState } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { signInWords as text } from '../../words-sign-in.ts'
import { useReading } from '../api/store.ts'

interface Group {
  group: string
  team: string
}

/** The groups of a form, without empty rows. */
export const groupsIn = (form: FormData): Group[] => {
  const teams = form.getAll('group-team').map(String)
  return form
    .getAll('group-name')
    .map((group, at) => ({ group: String(group).trim(), team: teams[at] ?? '' }))
    .filter(({ group, team }) => group && team)
}

export function GroupsField({ organization, groups }: { organization: string; groups: readonly Group[] }) {
  const [rows, setRows] = useState(() => groups.map((row, key) => ({ ...row, key })))
  const teams = useReading('GET /orgs/:organizationId/teams', {
    organizationId: organization,
    query: { limit: 1000 },
  }).value.value?.items
  if (!teams || teams.length === 0) return null
  const add = () =>
    setRows([...rows, { group: '', team: teams[0]!.id, key: Math.max(-1, ...rows.map((row) => row.key)) + 1 }])
  return (
    <fieldset class="group wide-group">
      <legend>{text.groups}</legend>
      <p class="help">{text.groupsHelp}</p>
      {rows.map((row, at) => (
        <div class="row" key={row.key}>
          <input
            class="input"
            name="group-name"
            defaultValue={row.group}
            maxLength={200}
            aria-label={text.groupName(at + 1)}
          />
          <select class="input" name="group-team" aria-label={text.groupTeam(at + 1)}>
            {teams.map(({ id, title }) => (
              <option key={id} value={id} selected={id === row.team}>
                {title}
              </option>
            ))}
          </select>
          <button
            type="button"
            class="btn bare icon s"
            aria-label={text.groupRemove(at + 1)}
            onClick={() => setRows(rows.filter((other) => other !== row))}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      <div>
        <button type="button" class="btn s" onClick={add}>
          <Icon name="plus" />
          {text.groupAdd}
        </button>
      </div>
    </fieldset>
  )
}
