// The people of the server, and which of them manage it.
import { useState } from 'preact/hooks'
import { Confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { say } from '../../ui/toasts.tsx'
import { words } from '../../words.ts'
import { serverWords as text } from '../../words-server.ts'
import { attempt } from '../api/attempt.ts'
import { call } from '../api/client.ts'
import type { ReplyTo } from '../api/operations.ts'
import { usePages } from '../api/pages.ts'
import { PagedList, type Position } from '../paged-list.tsx'
import { PersonRow } from '../people/person-row.tsx'
import { ServerFrame } from './frame.tsx'

type Person = ReplyTo<'GET /server/users'>['items'][number]

export function People() {
  const [search, setSearch] = useState('')
  const [asked, setAsked] = useState<Person | undefined>(undefined)
  const pages = usePages('GET /server/users', { query: { ...(search && { search }) } })
  const { count, replace } = pages
  const change = (person: Person) =>
    attempt(async () => {
      const body = { serverAdmin: !person.serverAdmin }
      replace(person, await call('PATCH /server/users/:userId', { userId: person.id, body }))
      say((person.serverAdmin ? text.isNoAdmin : text.isAdmin)(person.user.displayName))
    })
  return (
    <ServerFrame at="people" isList>
      <div class="list-filters">
        <SearchField label={text.find} onChange={setSearch} />
        <p class="faint" role="status">
          {count !== undefined && text.peopleCount(count)}
        </p>
      </div>
      <PagedList pages={pages} none={text.nobody}>
        {(person, position) => (
          <Line key={person.id} person={person} position={position} ask={() => setAsked(person)} />
        )}
      </PagedList>
      {asked && (
        <Confirm
          title={(asked.serverAdmin ? text.removeAdminOf : text.makeAdminOf)(asked.user.displayName)}
          lead={asked.serverAdmin ? text.removeAdminLead : text.makeAdminLead}
          button={asked.serverAdmin ? text.removeAdmin : text.makeAdmin}
          cancel={words.cancel}
          run={() => change(asked)}
          close={() => setAsked(undefined)}
        />
      )}
    </ServerFrame>
  )
}

function Line({ person, position, ask }: { person: Person; position: Position; ask(): void }) {
  const { user, serverAdmin, organizations } = person
  const label = serverAdmin ? text.removeAdmin : text.makeAdmin
  return (
    <PersonRow user={user} position={position} about={text.inOrganizations(organizations)}>
      {serverAdmin && <span class="tag info">{text.admin}</span>}
      <Menu
        class="btn bare icon s"
        label={text.actionsFor(user.displayName)}
        items={[{ label, icon: 'person', run: ask }]}
      >
        <Icon name="more" />
      </Menu>
    </PersonRow>
  )
}
