// Finds members of the organization by name or address, and collects those who are chosen.
import { useState } from 'preact/hooks'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words.ts'
import { organizationWords } from '../../words-organization.ts'
import { useReading } from '../api/store.ts'
import type { MemberJson } from './member.ts'
import { PersonPicks } from './person-picks.tsx'

const text = organizationWords.teams
const SHOWN = 8

interface Props {
  organization: string
  chosen: readonly MemberJson[]
  choose(chosen: MemberJson[]): void
  error?: string | undefined
}

export function PeopleField({ organization, chosen, choose, error }: Props) {
  const [written, setWritten] = useState('')
  const search = written.trim()
  const found = useReading(
    'GET /orgs/:organizationId/members',
    search ? { organizationId: organization, query: { search, limit: SHOWN } } : null,
  ).value
  const offered = (found.value?.items ?? []).filter(({ id }) => !chosen.some((other) => other.id === id))
  // Enter takes the first one, and does not send the form.
  const keyed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (!search || !offered[0]) return
    choose([...chosen, offered[0]])
    setWritten('')
  }
  return (
    <>
      <div class="field">
        <label for="pick-people">{text.adding}</label>
        <input
          class="input"
          id="pick-people"
          type="search"
          autocomplete="off"
          maxLength={200}
          aria-describedby="pick-people-about"
          value={written}
          aria-invalid={error !== undefined}
          onInput={({ currentTarget }) => setWritten(currentTarget.value)}
          onKeyDown={keyed}
        />
        <p class={error ? 'error' : 'help'} id="pick-people-about">
          {error && <Icon name="warn" />}
          {error ?? text.addHelp}
        </p>
      </div>
      {search && found.value && offered.length === 0 && <p class="soft">{words.people.none(search)}</p>}
      <PersonPicks members={offered} pick={(member) => choose([...chosen, member])} />
      {chosen.length > 0 && (
        <ul class="chosen-people" aria-label={text.chosen}>
          {chosen.map((member) => (
            <li key={member.id} class="tag">
              {member.user.displayName}
              <button
                type="button"
                aria-label={text.unchoose(member.user.displayName)}
                onClick={() => choose(chosen.filter((other) => other !== member))}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
