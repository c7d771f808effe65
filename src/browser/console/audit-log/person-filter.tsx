// Finds the person whose events are shown.
import { useState } from 'preact/hooks'
import { Avatar } from '../../ui/avatar.tsx'
import { auditWords as text } from '../../words-audit.ts'
import { useReading } from '../api/store.ts'
import type { MemberJson } from '../people/member.ts'

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
      {found.length > 0 && (
        <ul class="person-picks">
          {found.map((member) => (
            <li key={member.id}>
              <button type="button" onClick={() => take(member)}>
                <Avatar id={member.id} name={member.user.displayName} picture={member.user.photoURL} />
                <span>{member.user.displayName}</span>
                <span class="faint clip">{member.user.email}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
