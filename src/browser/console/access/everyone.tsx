// Everyone with access, with the role that counts, and why they have it.
import { useState } from 'preact/hooks'
import { SelectField } from '../../ui/fields.tsx'
import { words } from '../../words.ts'
import { accessWords as text } from '../../words-access.ts'
import { usePages } from '../api/pages.ts'
import { PagedList } from '../paged-list.tsx'
import { PersonRow } from '../people/person-row.tsx'
import { ROLES, type Role } from '../people/role-field.tsx'
import { type Access, CALLS, pathOf, type Target } from './target.ts'
import { WhyDialog } from './why-dialog.tsx'

export function Everyone({ target }: { target: Target }) {
  const [role, setRole] = useState<Role | ''>('')
  const [asked, setAsked] = useState<Access | undefined>(undefined)
  const input = { ...pathOf(target), query: role ? { role } : {} }
  const pages = usePages(CALLS[target.kind].all, input)
  const { count } = pages
  return (
    <>
      <div class="list-filters">
        {target.kind !== 'site' && (
          <SelectField
            label={words.people.role}
            choices={[
              { value: '', label: text.anyRole },
              ...ROLES.filter((value) => value !== 'guest').map((value) => ({
                value,
                label: words.people.roles[value],
              })),
            ]}
            onChange={(value) => setRole(value as Role | '')}
          />
        )}
        <p class="faint" role="status">
          {count !== undefined && text.people(count)}
        </p>
      </div>
      <div class="boxed-list">
        <PagedList pages={pages} none={text.nobody}>
          {(access, position) => (
            <PersonRow key={access.user.id} user={access.user} position={position}>
              <span>{words.people.roles[access.permission ?? 'guest']}</span>
              <button
                type="button"
                class="btn bare s"
                aria-label={text.whyOf(access.user.displayName)}
                onClick={() => setAsked(access)}
              >
                {text.why}
              </button>
            </PersonRow>
          )}
        </PagedList>
      </div>
      {asked && <WhyDialog target={target} access={asked} close={() => setAsked(undefined)} />}
    </>
  )
}
