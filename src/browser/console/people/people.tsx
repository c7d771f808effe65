// Members: who belongs to the organization and with which role; admins invite, change and remove.
import { useState } from 'preact/hooks'
import { SelectField } from '../../ui/fields.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { words } from '../../words.ts'
import { organizationWords } from '../../words-organization.ts'
import { usePages } from '../api/pages.ts'
import { OrganizationFrame, type OrganizationJson } from '../organization/frame.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberTable } from './member-table.tsx'
import { ROLES, type Role } from './role-field.tsx'

const text = organizationWords.members

export function People({ organizationId }: { organizationId: string }) {
  const [isInviting, setInviting] = useState(false)
  /** Counts how often somebody was invited: the list begins again. */
  const [round, setRound] = useState(0)
  return (
    <OrganizationFrame
      organizationId={organizationId}
      at="people"
      isList
      actions={({ permissions }) =>
        permissions.admin && (
          <button type="button" class="btn main" onClick={() => setInviting(true)}>
            <Icon name="plus" />
            {words.people.invite}
          </button>
        )
      }
    >
      {(organization) => (
        <>
          <Members key={`${organization.id} ${round}`} organization={organization} />
          {isInviting && (
            <InviteDialog
              organization={organizationId}
              invited={() => setRound(round + 1)}
              close={() => setInviting(false)}
            />
          )}
        </>
      )}
    </OrganizationFrame>
  )
}

type Filter = Role | 'guest' | ''
type Sort = keyof typeof text.sorts

function Members({ organization }: { organization: OrganizationJson }) {
  const [search, setSearch] = useState(() => new URLSearchParams(location.search).get('find') ?? '')
  const [role, setRole] = useState<Filter>('')
  const [sorting, setSorting] = useState<Sort>('joinedAt desc')
  const [sort, order] = sorting.split(' ') as ['joinedAt' | 'lastSeenAt', 'asc' | 'desc']
  const query = { sort, order, ...(search && { search }), ...(role && { role }) }
  const pages = usePages('GET /orgs/:organizationId/members', { organizationId: organization.id, query })
  const { count } = pages
  return (
    <>
      <div class="list-filters">
        <SearchField label={words.people.search} value={search} onChange={setSearch} />
        <SelectField
          label={text.filter}
          choices={[
            { value: '', label: text.anyRole },
            ...ROLES.map((value) => ({ value, label: words.people.roles[value] })),
          ]}
          onChange={(value) => setRole(value as Filter)}
        />
        <SelectField
          label={text.sort}
          choices={Object.entries(text.sorts).map(([value, label]) => ({ value, label }))}
          onChange={(value) => setSorting(value as Sort)}
        />
        <p class="faint" role="status">
          {count !== undefined && text.count(count)}
          {sort === 'lastSeenAt' && <span class="small"> {text.onlySeen}</span>}
        </p>
      </div>
      <MemberTable organization={organization} pages={pages} none={words.people.none(search)} />
    </>
  )
}
