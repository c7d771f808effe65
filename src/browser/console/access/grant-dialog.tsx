// Gives people and teams a role on a space or a collection.
import { useState } from 'preact/hooks'
import { SelectField } from '../../ui/fields.tsx'
import { FormDialog, textIn } from '../../ui/form-dialog.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { accessWords as text } from '../../words-access.ts'
import { attempt } from '../api/attempt.ts'
import { useReading } from '../api/store.ts'
import type { MemberJson } from '../people/member.ts'
import { PeopleField } from '../people/people-field.tsx'
import { ROLES, type Role } from '../people/role-field.tsx'
import { grant, type Target } from './target.ts'

export function GrantDialog({ target, granted, close }: { target: Target; granted(): void; close(): void }) {
  const { organization } = target
  const [chosen, setChosen] = useState<MemberJson[]>([])
  const [wrong, setWrong] = useState(false)
  const teams = useReading('GET /orgs/:organizationId/teams', {
    organizationId: organization,
    query: { limit: 1000 },
  }).value.value?.items
  const save = (form: FormData) => {
    const team = textIn(form, 'team')
    if (chosen.length === 0 && !team) {
      setWrong(true)
      return false
    }
    return attempt(async () => {
      const users = chosen.map(({ id }) => id)
      await grant(target, textIn(form, 'role') as Role, users, team ? [team] : [])
      granted()
      say(text.given)
    })
  }
  return (
    <FormDialog heading={text.grant} button={text.grant} cancel={words.cancel} save={save} close={close}>
      <PeopleField organization={organization} chosen={chosen} choose={setChosen} />
      {teams && teams.length > 0 && (
        <SelectField
          label={text.orTeam}
          name="team"
          choices={[{ value: '', label: text.noTeam }, ...teams.map(({ id, title }) => ({ value: id, label: title }))]}
        />
      )}
      <SelectField
        label={words.people.role}
        name="role"
        value="read"
        choices={ROLES.filter((value) => value !== 'guest').map((value) => ({
          value,
          label: words.people.roles[value],
        }))}
      />
      {wrong && (
        <p class="bad" role="alert">
          {text.needsSomebody}
        </p>
      )}
    </FormDialog>
  )
}
