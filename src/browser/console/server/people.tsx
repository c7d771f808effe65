// The people of the server, and which of them manage it.
import { useState } from 'preact/hooks'
import { Avatar } from '../../ui/avatar.tsx'
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
import { ReadPages } from '../reading.tsx'
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
    <ServerFrame at="people">
      <div class="list-filters">
        <SearchField label={text.find} onChange={setSearch} />
        <p class="faint" role="status">
          {count !== undefined && text.peopleCount(count)}
        </p>
      </div>
      <ReadPages of={pages} none={text.nobody}>
        {(shown) => (
          <ul class="lines">
            {shown.map((person) => (
              <Line key={person.id} person={person} ask={() => setAsked(person)} />
            ))}
          </ul>
        )}
      </ReadPages>
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

function Line({ person, ask }: { person: Person; ask(): void }) {
  const { user, serverAdmin, organizations } = person
  const label = serverAdmin ? text.removeAdmin : text.makeAdmin
  return (
    <li>
      <Avatar id={user.id} name={user.displayName} picture={user.photoURL} />
      <div>
        <p class="strong">{user.displayName}</p>
        <p class="soft">
          {user.email} · {text.inOrganizations(organizations)}
        </p>
      </div>
      <div class="row">
        {serverAdmin && <span class="tag info">{text.admin}</span>}
        <Menu
          class="btn bare icon s"
          label={text.actionsFor(user.displayName)}
          items={[{ label, icon: 'person', run: ask }]}
        >
          <Icon name="more" />
        </Menu>
      </div>
    </li>
  )
}
