// Finds the person whose events are shown.
import { useState } from 'preact/hooks'
import { auditWords as text } from '../../words-audit.ts'
import { useReading } from '../api/store.ts'
import type { MemberJson } from '../people/member.ts'
import { PersonPicks } from '../people/person-picks.tsx'

const SHOWN = 6

interface Props {
  organization: string
  choose(id: string, name: string): void
}

export function PersonFilter({ organization, choose }: Props) {
  const [written, setWritten] = useState('')
  const search = written.trim()
  const input = { organizationId: organization, query: { search, limit: SHOWN } }
  const found = useReading('GET /orgs/:organizationId/members', search ? input : null).value.value?.items ?? []
  const take = ({ user }: MemberJson) => choose(user.id, user.displayName)
  const keyed = ({ key }: KeyboardEvent) => {
    if (key === 'Enter' && found[0]) take(found[0])
    if (key === 'Escape') setWritten('')
  }
  return (
    <div class="field person-filter">
      <label for="audit-person">{text.person}</label>
      <input
        class="input"
        id="audit-person"
        type="search"
        autocomplete="off"
        maxLength={200}
        value={written}
        onInput={({ currentTarget }) => setWritten(currentTarget.value)}
        onKeyDown={keyed}
      />
      <PersonPicks members={found} pick={take} />
    </div>
  )
}
