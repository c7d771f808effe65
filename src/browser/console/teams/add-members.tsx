// Adds people of the organization to a team.
import { useState } from 'preact/hooks'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { organizationWords } from '../../words-organization.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { MemberJson } from '../people/member.ts'
import { PeopleField } from '../people/people-field.tsx'
import { refreshTeams } from './teams.tsx'

const text = organizationWords.teams

export function AddMembers(props: { organization: string; team: string; added(): void; close(): void }) {
  const { organization, team, added, close } = props
  const [chosen, setChosen] = useState<MemberJson[]>([])
  const [wrong, setWrong] = useState<string | undefined>(undefined)
  const save = () => {
    if (chosen.length > 0) return add()
    setWrong(text.needsPeople)
    return false
  }
  const add = () =>
    attempt(async () => {
      const body = { add: chosen.map(({ id }) => id) }
      await call('PUT /orgs/:organizationId/teams/:teamId/members', {
        organizationId: organization,
        teamId: team,
        body,
      })
      refreshTeams()
      added()
      say(text.added(chosen.length))
    })
  return (
    <FormDialog
      heading={text.add}
      button={chosen.length === 0 ? text.add : text.addThem(chosen.length)}
      cancel={words.cancel}
      save={save}
      close={close}
    >
      <PeopleField
        organization={organization}
        chosen={chosen}
        choose={setChosen}
        error={chosen.length > 0 ? undefined : wrong}
      />
    </FormDialog>
  )
}
